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
  "api/delivery",
  "api/every-change",
  "api/overrides",
  "api/parallel-controls",
  "api/replaced-value",
  "api/rotation",
  "api/serialized-history",
  "alerts",
  "audit-statements",
  "baseline",
  "broker-away",
  "catch-up",
  "database-away",
  "database-full",
  "database-slow",
  "demo-history",
  "demo-market",
  "device-history",
  "device-history-migration",
  "far-sums",
  "fleet",
  "forecast-band",
  "forecast-training",
  "hindcast",
  "interval-blocks",
  "killed",
  "killed-control",
  "killed-partitions",
  "killed-rules",
  "late-measurements",
  "late-mqtt-measurements",
  "leases",
  "long-tick",
  "membership",
  "mqtt-killed",
  "mqtt-shared",
  "outlook-threads",
  "partitions",
  "pgbouncer",
  "previous-version",
  "ramps",
  "rebuilt-simulator",
  "refused-reports",
  "replica",
  "restart",
  "rule-metrics",
  "stalled",
  "stopping",
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
  "data-dir",
  "databases",
  "error-log",
  "image",
  "import-service",
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
  ...listTests("engine", "test.ts", ["counterfactual-accuracy", "fleet-changes", "outlook-sums"]),
  ...listTests("gateway", "test.ts", ["device-script", "stopped-instances"]),
  ...listTests("bridge", "test.ts", ["fault-day", "killed", "over-the-broker"]),
  ...listTests("tools", "test.ts", tools),
];

/** Browser tests that are short: one for each thing that people do, and each page on a phone. */
export const shortBrowserTests = listTests("e2e", "spec.ts", [
  "cancel",
  "customer",
  "customer-policy",
  "languages",
  "overview",
  "pages",
  "previous-version",
  "prices",
  "security-headers",
  "session",
  "staff-control",
  "value",
]);

/** Whether this run leaves out the long tests: `npm test` says so to the test runners. */
export const leavesOutLong = () => process.env.TESTS === "short";
