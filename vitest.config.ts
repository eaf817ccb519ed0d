import { availableParallelism } from "node:os";
import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";
import { leavesOutLong, listTests, longTests } from "./tools/long-tests.mjs";
import { installedPrograms } from "./tests/support/installed-postgres.ts";

const root = fileURLToPath(new URL(".", import.meta.url));
const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

const resolve = {
  alias: [
    { find: /^@\//, replacement: root },
    { find: "server-only", replacement: here("tests/support/empty.ts") },
  ],
};

interface Part {
  include: string[];
  exclude?: string[];
  globalSetup?: string[];
  setup?: string[];
  testTimeout?: number;
  isolate?: boolean;
}

/** Long enough for a machine that does much else: a promise is never red for want of speed. */
const PATIENCE = {
  testTimeout: 60_000,
  hookTimeout: 120_000,
  expect: { poll: { interval: 20, timeout: 20_000 } },
};

const part = (name: string, { setup = [], exclude = [], ...test }: Part) => ({
  root,
  resolve,
  test: {
    name,
    environment: "node",
    setupFiles: [here("tests/support/error-log-setup.ts"), ...setup.map(here)],
    env: { TZ: process.env.TZ ?? "UTC" },
    ...PATIENCE,
    ...test,
    exclude: [...exclude, ...(leavesOutLong() ? longTests : [])],
  },
});

/** Files that share their modules, which hold nothing from one to the next: loading them takes long. */
const SHARED = { isolate: false };
const EMBEDDED = { globalSetup: [here("tests/support/postgres-setup.ts")] };
const INSTALLED = { globalSetup: [here("tests/support/installed-postgres.ts")] };
const files = (room: string) => [`tests/${room}/**/*.test.{ts,tsx}`];

const otherPostgres = leavesOutLong() ? undefined : installedPrograms();
if (!otherPostgres && !leavesOutLong()) {
  console.warn(
    "\nLEFT OUT: the service on an older PostgreSQL; none is installed (PG_UNDER_TEST).\n",
  );
}

/** Every operation, and the jobs with most SQL of their own: these run on the oldest version as well. */
const ON_OLDER_POSTGRES = listTests("service", "test.ts", [
  "api/advice",
  "api/battery-wear",
  "api/control-list",
  "api/every-operation",
  "api/replace-control",
  "api/sorted-lists",
  "far-sums",
  "leases",
  "live-state",
  "location-pauses",
  "membership",
  "minute-blocks",
  "price-feed",
  "totals",
  "webhooks/delivery",
]);

/** Tests that replace modules or the environment, or read the metrics or log of a whole process. */
const PROCESS_WIDE = listTests("portal", "test.ts", [
  "authorization-matrix",
  "fault-memory",
  "request-preload",
  "retry-delays",
  "logs",
  "metrics",
  "metrics-documented",
  "passkeys",
  "second-factor",
  "second-factor-required",
  "sign-out",
]);

/** Tests that replace modules, which other files of their worker would get as well. */
const REPLACING_MODULES = listTests("components", "test.tsx", [
  "changed-fields",
  "delivery-sums",
  "service-availability",
]);
const COMPONENTS_SETUP = { setup: ["tests/support/dynamic-imports-setup.ts"] };

export default defineConfig({
  test: {
    // The tests also wait for PostgreSQL: on two cores, three took 118 s, two 125 s and four 135 s.
    maxWorkers: availableParallelism() + 1,
    projects: [
      part("contract", { include: files("contract"), ...SHARED }),
      part("engine", { include: files("engine"), ...SHARED }),
      part("gateway", { include: files("gateway"), ...SHARED }),
      part("bridge", { include: files("bridge"), ...EMBEDDED }),
      part("components", {
        include: files("components"),
        exclude: REPLACING_MODULES,
        ...COMPONENTS_SETUP,
        ...SHARED,
      }),
      part("components with replaced modules", { include: REPLACING_MODULES, ...COMPONENTS_SETUP }),
      part("service", { include: files("service"), ...SHARED, ...EMBEDDED }),
      ...(otherPostgres
        ? [
            part("service on an installed PostgreSQL", {
              include: ON_OLDER_POSTGRES,
              ...SHARED,
              ...INSTALLED,
            }),
          ]
        : []),
      part("portal", {
        include: files("portal"),
        exclude: PROCESS_WIDE,
        ...SHARED,
        ...EMBEDDED,
      }),
      part("portal in processes of their own", { include: PROCESS_WIDE, ...EMBEDDED }),
      part("tools", { include: files("tools"), ...EMBEDDED, testTimeout: 120_000 }),
    ],
  },
});
