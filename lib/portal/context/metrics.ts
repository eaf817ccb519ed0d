import { Counter, Gauge, Histogram, Registry } from "prom-client";
import type { OperationId } from "../../contract/index.ts";
import { DURATIONS, watchProcess, type WatchedPool } from "../../metrics/metrics.ts";

const PREFIX = "curtail_portal";
/** The outcomes of a sign-in attempt. */
const signInOutcomes = ["success", "refused", "throttled", "code-required", "wrong-code"] as const;
type SignInOutcome = (typeof signInOutcomes)[number];
/** How a user signs in. */
type SignInMethod = "password" | "passkey" | "provider";

/** The portal's metrics. */
interface PortalMetrics {
  registry: Registry;
  /** Records a request: its route or operation, or the kind of path. */
  recordRequest(route: string, status: string, seconds: number): void;
  /** Records a call of the service: `answered`, or the kind of its problem. */
  called(operation: OperationId, outcome: string, seconds: number): void;
  recordSignIn(way: SignInMethod, outcome: SignInOutcome): void;
  /** Counts an opened (1) or closed (-1) live stream. */
  changeStreams(change: 1 | -1): void;
}

const KEY = Symbol.for("curtail.portal.metrics");
const shared = globalThis as typeof globalThis & { [KEY]?: PortalMetrics };

/** The metrics of this process; Next loads modules once for pages and once for handlers. */
export const portalMetrics = (): PortalMetrics => (shared[KEY] ??= createMetrics());

function createMetrics(): PortalMetrics {
  const registry = new Registry();
  const registers = [registry];
  const calls = new Histogram({
    name: `${PREFIX}_service_call_duration_seconds`,
    help: "How long calls of the service took, repeats and all, by operation and how they ended.",
    labelNames: ["operation", "outcome"],
    buckets: DURATIONS,
    registers,
  });
  const requests = new Histogram({
    name: `${PREFIX}_request_duration_seconds`,
    help: "How long requests took to the end of their answer, by route and status.",
    labelNames: ["route", "status"],
    buckets: DURATIONS,
    registers,
  });
  const signIns = new Counter({
    name: `${PREFIX}_sign_ins_total`,
    help: "Attempts to sign in, by how and how they ended.",
    labelNames: ["way", "outcome"],
    registers,
  });
  for (const outcome of signInOutcomes) signIns.inc({ way: "password", outcome }, 0);
  const streams = new Gauge({
    name: `${PREFIX}_live_streams`,
    help: "Pages with an open live stream.",
    registers,
  });
  return {
    registry,
    recordRequest: (route, status, seconds) => requests.observe({ route, status }, seconds),
    called: (operation, outcome, seconds) => calls.observe({ operation, outcome }, seconds),
    recordSignIn: (way, outcome) => signIns.inc({ way, outcome }),
    changeStreams: (change) => streams.inc(change),
  };
}

/** What is measured when the metrics are read. */
interface WatchedPortal {
  pool: WatchedPool;
  /** Since when the service is unavailable; null while it responds. */
  unavailableSince(): Date | null;
  /** Active sessions by role. */
  openSessions(): Promise<Record<"staff" | "customer", number>>;
}

/** Adds these measurements to a registry; once per registry. */
export function watchPortal(
  registry: Registry,
  { pool, unavailableSince, openSessions }: WatchedPortal,
): void {
  const registers = [registry];
  watchProcess(registry, PREFIX, { requests: pool });
  new Gauge({
    name: `${PREFIX}_service_unavailable`,
    help: "1 while the service counts as unavailable and reads are refused at once.",
    registers,
    collect() {
      this.set(unavailableSince() ? 1 : 0);
    },
  });
  new Gauge({
    name: `${PREFIX}_sessions_open`,
    help: "Sessions in force, by role; NaN while the database is unavailable.",
    labelNames: ["role"],
    registers,
    async collect() {
      const open = await openSessions().catch(() => ({ staff: NaN, customer: NaN }));
      for (const [role, sessions] of Object.entries(open)) this.set({ role }, sessions);
    },
  });
}
