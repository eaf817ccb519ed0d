import { test as base } from "@playwright/test";
import { startCurtail, type Curtail } from "./start-stack.ts";
import { openSessions, type Sessions } from "./proxy-users.ts";
import { startBehindFaultProxy, type FaultProxyPortal } from "./portal-behind-proxy.ts";
import { startExternal, type ExternalPortal } from "./portal-external.ts";
import { startBehindProxy, type BehindProxy } from "./proxied-portal.ts";
import { Cleanup } from "./cleanup.ts";
import { errorLog } from "../support/error-log.ts";

const LASTS = { scope: "worker", timeout: 360_000 } as const;

/** What each test worker has, started when the first test needs it. */
interface World {
  /** Looks at what its programs logged last, once they have ended. */
  lastErrors: void;
  curtail: Curtail;
  cleanup: Cleanup;
  /** A second portal in front of that service, through a gate. */
  gate: FaultProxyPortal;
  /** The signed-in user of that portal. */
  sessions: Sessions;
  /** A portal in front of another service. */
  external: ExternalPortal;
  /** Another portal in front of that service, behind nginx. */
  proxied: BehindProxy;
}

/**
 * Playwright's test with a world per worker, one for all files: what lasts is declared here alone,
 * as a worker begins anew where it differs. `page.goto("/…")` goes to Curtail's portal. What one
 * test changes, the next test of the same worker finds, except that at Curtail's own service
 * no order and no request of it stands any more. What a program logs at level error fails the
 * test that runs, unless it declares that with `expectErrorLog`.
 */
export const test = base.extend<{ baseURL: string; cleanedUp: void; errors: void }, World>({
  lastErrors: [
    async ({}, provide) => {
      await provide();
      errorLog.settle();
    },
    { ...LASTS, auto: true },
  ],
  errors: [
    async ({}, provide) => {
      errorLog.beginTest();
      await provide();
      errorLog.settle();
    },
    { auto: true },
  ],
  curtail: [
    async ({}, provide) => {
      const { curtail, stop } = await startCurtail();
      await provide(curtail);
      await stop();
    },
    LASTS,
  ],
  cleanup: [async ({ curtail }, provide) => provide(await Cleanup.of(curtail)), LASTS],
  gate: [
    async ({ curtail }, provide) => {
      const { gate, stop } = await startBehindFaultProxy(curtail);
      await provide(gate);
      await stop();
    },
    LASTS,
  ],
  sessions: [
    async ({ browser, curtail, gate }, provide) =>
      provide(await openSessions(browser, curtail, gate)),
    LASTS,
  ],
  external: [
    async ({}, provide) => {
      const { external, stop } = await startExternal();
      await provide(external);
      await stop();
    },
    LASTS,
  ],
  proxied: [
    async ({ curtail }, provide) => {
      const { proxied, stop } = await startBehindProxy(curtail);
      await provide(proxied);
      await stop();
    },
    LASTS,
  ],
  cleanedUp: [
    async ({ cleanup }, provide) => {
      await provide();
      await cleanup.run();
    },
    { auto: true },
  ],
  baseURL: async ({ curtail }, provide) => provide(curtail.portalUrl),
});
