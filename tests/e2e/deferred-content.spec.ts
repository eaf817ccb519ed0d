import type { Page } from "@playwright/test";
import { listScripts } from "../../tools/page-weight.ts";
import { scrollToElement } from "./scroll-into-view.ts";
import { expect, test } from "./users.ts";

/** A small phone: the overview's chart has its place below the fold. */
test.use({ viewport: { width: 375, height: 560 } });

const charts = (page: Page) => page.getByRole("figure");
/** The placeholder of the chart. */
const chartsPlace = (page: Page) =>
  page
    .locator("section")
    .filter({ has: page.getByRole("heading", { level: 2, name: /injection/i }) })
    .locator(".animate-pulse");

/** From now on a page's time advances only by the test. */
async function stopTime(page: Page): Promise<void> {
  await page.clock.install();
  await page.clock.pauseAt(Date.now() + 1_000);
}

/** Waits for the chart without advancing the clock far. */
const expectChartSoon = (page: Page): Promise<void> =>
  expect.poll(() => page.clock.runFor(100).then(() => charts(page).count())).toBe(1);

/** The overview as it came: its chart lies below the fold. */
async function openOverview(page: Page): Promise<void> {
  await page.goto("/");
  await expect(page.getByText("Live", { exact: true })).toBeVisible();
  await expect(charts(page)).toHaveCount(0);
}

test("content below the fold loads when it becomes visible", async ({ staff: page }) => {
  await stopTime(page);
  await openOverview(page);
  await page.clock.runFor(3_000);
  await expect(charts(page)).toHaveCount(0);
  await scrollToElement(chartsPlace(page));
  await expectChartSoon(page);
});

test("content below the fold loads five seconds after the page", async ({ staff: page }) => {
  await stopTime(page);
  await openOverview(page);
  await page.clock.runFor(5_000);
  await expectChartSoon(page);
  await expect(charts(page)).not.toBeInViewport();
});

test("a script that fails to load in the background breaks nothing, and is fetched once visible", async ({
  staff: page,
}) => {
  await stopTime(page);
  await openOverview(page);
  let refused = 0;
  await page.route(/\/_next\/static\//, (route) => {
    refused += 1;
    return route.abort();
  });
  await page.clock.runFor(5_000);
  await expect.poll(() => refused).toBeGreaterThan(0);
  await expect(chartsPlace(page)).toBeAttached();
  await expect(page.getByText("Live", { exact: true })).toBeVisible();
  await page.unroute(/\/_next\/static\//);
  await scrollToElement(chartsPlace(page));
  await expectChartSoon(page);
});

test("a script that fails to load in view reports that in its place, and can be retried", async ({
  staff: page,
}) => {
  await openOverview(page);
  await page.route(/\/_next\/static\//, (route) => route.abort());
  await scrollToElement(chartsPlace(page));
  const lost = page
    .getByRole("alert")
    .filter({ hasText: "This part could not be loaded." })
    .first();
  await expect(lost).toBeVisible();
  await expect(page.getByRole("heading", { level: 1, name: "Overview" })).toBeVisible();
  await expect(page.getByText("Live", { exact: true })).toBeVisible();
  await page.unroute(/\/_next\/static\//);
  await lost.getByRole("button", { name: "Try again" }).click();
  await expect(charts(page)).toHaveCount(1);
});

test("the tab key loads deferred content before it would be skipped", async ({ staff: page }) => {
  await stopTime(page);
  await openOverview(page);
  await page.keyboard.press("Tab");
  await expectChartSoon(page);
  await expect(charts(page)).not.toBeInViewport();
});

test("navigation within the portal loads all content at once", async ({ staff: page }) => {
  await stopTime(page);
  await page.goto("/customers");
  await page.getByRole("link", { name: "Overview" }).first().click();
  await expectChartSoon(page);
  await expect(charts(page)).not.toBeInViewport();
});

test("large scripts are marked for compilation while they download", async ({ page }) => {
  const answer = await page.goto("/sign-in");
  const scripts = await Promise.all(
    listScripts(await answer!.text(), page.url()).map(async (url) =>
      (await page.request.get(url)).text(),
    ),
  );
  const large = scripts.filter((script) => Buffer.byteLength(script) > 25_000);
  expect(large.length).toBeGreaterThan(2);
  for (const script of large) {
    expect(script.slice(0, 40)).toMatch(/^\/\/# allFunctionsCalledOnLoad\n/);
  }
});
