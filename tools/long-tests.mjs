import { existsSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

/**
 * The test files that only `npm run test:all` runs: most end processes, simulate days, restore or build,
 * or look at every page at every size. `npm test` covers the same rooms in minutes.
 */

const root = fileURLToPath(new URL("..", import.meta.url));

/**
 * @param {string} room
 * @param {string} extension
 * @param {string[]} names
 * @returns {string[]} the paths of the test files of a room; throws Error for one that does not exist
 */
export function listTests(room, extension, names) {
  const paths = names.map((name) => `tests/${room}/${name}.${extension}`);
  const missing = paths.find((path) => !existsSync(join(root, path)));
  if (missing) throw new Error(`${missing} is listed but does not exist`);
  return paths;
}

const service = [
  "api/control-rebound",
  "api/every-change",
  "api/overrides",
  "api/parallel-controls",
  "api/serialized-history",
  "alerts",
  "audit-statements",
  "baseline",
  "catch-up",
  "database-away",
  "database-slow",
  "demo-history",
  "demo-market",
  "device-history",
  "far-sums",
  "fleet",
  "forecast-band",
  "forecast-training",
  "interval-blocks",
  "killed",
  "killed-control",
  "killed-partitions",
  "killed-rules",
  "late-measurements",
  "late-mqtt-measurements",
  "long-tick",
  "mqtt-killed",
  "mqtt-shared",
  "partitions",
  "pgbouncer",
  "previous-version",
  "ramps",
  "rebuilt-simulator",
  "replica",
  "restart",
  "stalled",
  "ticker",
  "totals",
  "traces-exported",
  "two-brokers",
  "two-instances",
  "weather",
  "webhooks/killed",
];
const portal = ["alerts", "audit-verify", "fault-memory", "fuzz", "notices"];
const tools = [
  "backtest",
  "backup",
  "bench-instances",
  "bundle",
  "chaos",
  "client-package",
  "databases",
  "image",
  "old-layout",
  "postgres",
  "provision",
  "python-quick-start",
  "start",
  "start-refusals",
  "webhook-receivers",
];

/** Unit, property and API tests. */
export const longTests = [
  ...listTests("service", "test.ts", service),
  ...listTests("portal", "test.ts", portal),
  ...listTests("engine", "test.ts", ["fleet-changes", "outlook-sums"]),
  ...listTests("gateway", "test.ts", ["device-script", "stopped-instances"]),
  ...listTests("bridge", "test.ts", ["fault-day", "killed"]),
  ...listTests("tools", "test.ts", tools),
];

/** Browser tests that are short: one for each thing that people do, and each page on a phone. */
export const shortBrowserTests = listTests("e2e", "spec.ts", [
  "approvals",
  "cancel",
  "customer",
  "customer-policy",
  "languages",
  "overview",
  "pages",
  "prices",
  "security-headers",
  "session",
  "staff-control",
  "user-admin",
  "value",
]);

/** Whether this run leaves out the long tests: `npm test` says so to the test runners. */
export const leavesOutLong = () => process.env.TESTS === "short";
