import type { Page } from "@playwright/test";
import { hold } from "./delay-response.ts";
import { giveHistory } from "./history-fixture.ts";
import { scrollToElement } from "./scroll-into-view.ts";
import { expect, test } from "./users.ts";
import { seeChart } from "./page-ids.ts";

const NOW = "2026-06-10T12:07:00Z";
const HISTORY = /\/api\/bidding-zones\/NL\/historical\?/;
const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });

const refusal = {
  status: 503,
  json: {
    type: "urn:curtail:problem:service-unavailable",
    title: "The service does not answer",
    status: 503,
    detail: "Try again in a moment.",
    request_id: "req-of-the-chart",
  },
};

test.beforeEach(async ({ staff: page }) => {
  await page.clock.setFixedTime(NOW);
  await giveHistory(page, { now: NOW });
});

test("a loading history reserves the chart's space", async ({ staff: page }) => {
  const answer = await hold(page, HISTORY);
  await page.goto("/");
  const figure = page.getByRole("figure").first();
  await scrollToElement(figure);
  await expect(figure.locator(".animate-pulse")).toBeVisible();
  const before = (await figure.boundingBox())!.height;
  answer();
  await seeChart(page);
  expect((await figure.boundingBox())!.height).toBe(before);
});

test("an empty history says that there is no data yet", async ({ staff: page }) => {
  await page.route(HISTORY, (route) => route.fulfill({ json: { data: [] } }));
  await page.route(/\/forecast/, (route) => route.fulfill({ json: { data: [] } }));
  await page.goto("/");
  await expect(page.getByText("No data yet")).toBeVisible();
  await expect(button(page, "7 days")).toBeVisible();
});

test("a history without measurements says so, and shows the forecast", async ({ staff: page }) => {
  const time = "2026-06-10T08:00:00.000Z";
  await page.route(HISTORY, (route) =>
    route.fulfill({ json: { data: [{ time, forecast: 3, upward: 1, downward: 1 }] } }),
  );
  await page.goto("/");
  await expect(page.getByText("No measurements in this period yet.")).toBeVisible();
  await seeChart(page);
});

test("a failed history shows the reason and the request id, and offers a retry", async ({
  staff: page,
}) => {
  await page.route(HISTORY, (route) => route.fulfill(refusal));
  await page.goto("/");
  const alert = page.getByRole("alert").filter({ hasText: "req-of-the-chart" }).first();
  await expect(alert).toBeVisible();
  await page.unroute(HISTORY);
  await giveHistory(page, { now: NOW });
  await alert.getByRole("button", { name: "Try again" }).click();
  await seeChart(page);
});

test("devices without measurements are distinguished from a failure", async ({ staff: page }) => {
  await page.route(/\/historical\/BATTERY/, (route) => {
    const time = "2026-06-10T08:00:00.000Z";
    return route.fulfill({ json: { data: [{ time, reporting: 0, expected: 0 }] } });
  });
  await page.route(/\/historical\/SOLAR_INVERTER/, (route) => {
    const time = "2026-06-10T08:00:00.000Z";
    return route.fulfill({ json: { data: [{ time, actual: 8, reporting: 3, expected: 3 }] } });
  });
  await page.goto("/");
  await button(page, "Batteries").click();
  await expect(page.getByText("No measurements", { exact: true })).toBeVisible();
  await button(page, "Solar").click();
  await expect(page.getByText("The panels produced 2.00 kWh.")).toBeVisible();
  await expect(page.getByText("kW · production of the panels, positive")).toBeVisible();
});

test("a history that could not be refreshed shows its age", async ({ staff: page }) => {
  await page.goto("/");
  await seeChart(page);
  await page.route(HISTORY, (route) => route.fulfill(refusal));
  let later = Date.parse(NOW);
  await expect(async () => {
    later += 60_000;
    await page.clock.setFixedTime(later);
    await page.evaluate(() => dispatchEvent(new Event("focus")));
    await expect(page.getByText(/Not refreshed. Shown as of Wed 10 Jun 2026, 14:/)).toBeVisible({
      timeout: 1000,
    });
  }).toPass();
  await seeChart(page);
});
