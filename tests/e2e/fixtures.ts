import { test as base } from "@playwright/test";
import { startCurtail, type Curtail } from "./start-stack.ts";
import { openSessions, type Sessions } from "./proxy-users.ts";
import { startBehindGate, type Gate } from "./portal-behind-proxy.ts";
import { startElsewhere, type Elsewhere } from "./portal-external.ts";
import { startBehindProxy, type BehindProxy } from "./proxied-portal.ts";
import { Tidy } from "./cleanup.ts";
import { errorLog } from "../support/error-log.ts";

const LASTS = { scope: "worker", timeout: 180_000 } as const;

/** What each test worker has, started when the first test needs it. */
interface World {
  /** Looks at what its programs logged last, once they have ended. */
  lastErrors: void;
  curtail: Curtail;
  tidy: Tidy;
  /** A second portal in front of that service, through a gate. */
  gate: Gate;
  /** Who is signed in to that portal. */
  sessions: Sessions;
  /** A portal in front of another service. */
  elsewhere: Elsewhere;
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
export const test = base.extend<{ baseURL: string; calledOff: void; errors: void }, World>({
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
  tidy: [async ({ curtail }, provide) => provide(await Tidy.of(curtail)), LASTS],
  gate: [
    async ({ curtail }, provide) => {
      const { gate, stop } = await startBehindGate(curtail);
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
  elsewhere: [
    async ({}, provide) => {
      const { elsewhere, stop } = await startElsewhere();
      await provide(elsewhere);
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
  calledOff: [
    async ({ tidy }, provide) => {
      await provide();
      await tidy.up();
    },
    { auto: true },
  ],
  baseURL: async ({ curtail }, provide) => provide(curtail.portalUrl),
});
