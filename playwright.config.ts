import { availableParallelism } from "node:os";
import { defineConfig, devices } from "@playwright/test";
import { browserOptions } from "./tools/browser.mjs";
import { leavesOutLong, shortBrowserTests } from "./tools/long-tests.mjs";

export default defineConfig({
  testDir: "tests/e2e",
  ...(leavesOutLong() && { testMatch: shortBrowserTests.map((path) => `**/${path}`) }),
  outputDir: "test-results",
  fullyParallel: false,
  // Each has a whole product and a browser of its own, which keep a core busy: on two cores, two took
  // 228 s for 42 tests and four took 296 s.
  workers: availableParallelism(),
  // Patient, as a machine may carry more than these tests: what is slow has budgets of its own.
  timeout: 180_000,
  expect: { timeout: 20_000 },
  forbidOnly: Boolean(process.env.CI),
  reporter: "list",
  use: {
    ...devices["Desktop Chrome"],
    locale: "en-GB",
    timezoneId: "Pacific/Auckland",
    serviceWorkers: "block",
    // No trace unless it is asked for (--trace on): recorded for every test, they took a sixth of the time.
    launchOptions: browserOptions(),
  },
});
