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
function list(room, extension, names) {
  const paths = names.map((name) => `tests/${room}/${name}.${extension}`);
  const missing = paths.find((path) => !existsSync(join(root, path)));
  if (missing) throw new Error(`${missing} is listed in tools/long-tests.mjs but does not exist`);
  return paths;
}

const service = [
  "api/every-change",
  "api/overrides",
  "api/parallel-controls",
  "api/serialized-history",
  "alerts",
  "audit-statements",
  "baseline",
  "catch-up",
  "database-away",
  "demo-history",
  "demo-market",
  "device-history",
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
  "mqtt-killed",
  "mqtt-shared",
  "partitions",
  "pgbouncer",
  "ramps",
  "rebuilt-simulator",
  "replica",
  "restart",
  "stalled",
  "ticker",
  "traces-exported",
  "two-brokers",
  "two-instances",
  "weather",
  "webhooks/killed",
];
const portal = ["alerts", "audit-verify", "fuzz"];
const tools = [
  "backup",
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
  ...list("service", "test.ts", service),
  ...list("portal", "test.ts", portal),
  ...list("bridge", "test.ts", ["killed"]),
  ...list("tools", "test.ts", tools),
];

/** Browser tests that are short: one for each thing that people do, and each page on a phone. */
export const shortBrowserTests = list("e2e", "spec.ts", [
  "approvals",
  "cancel",
  "charts",
  "control-levels",
  "customer",
  "customer-policy",
  "delivery",
  "draft",
  "hidden-characters",
  "idempotent-issue",
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
