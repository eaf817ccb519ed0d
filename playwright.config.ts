import { availableParallelism } from "node:os";
import { defineConfig, devices } from "@playwright/test";
import { browserOptions } from "./tools/browser.mjs";

export default defineConfig({
  testDir: "tests/e2e",
  outputDir: "test-results",
  fullyParallel: false,
  // Each has a whole product of its own, and waits half of its time: four fill two cores.
  workers: availableParallelism() > 1 ? 4 : 1,
  // Patient, as a machine may carry more than these tests: what is slow has budgets of its own.
  timeout: 90_000,
  expect: { timeout: 15_000 },
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
