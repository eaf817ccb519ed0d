import type { Browser, Page } from "@playwright/test";
import { replay } from "../../service/prices/replay.ts";
import { complete } from "./page-ids.ts";
import type { Service } from "./service.ts";
import { DESK, PHONE } from "./sizes.ts";
import type { Curtail } from "./start-stack.ts";
import { CUSTOMER, demoCustomer, expect, signIn, test } from "./users.ts";

test.describe.configure({ timeout: 240_000 });

const QUARTER_MS = 900_000;
const YEAR_MS = 366 * 86_400_000;
const HOURS = 3;
const iso = (ms: number) => new Date(ms).toISOString();

/** The lowest replayed day-ahead prices of the past year in a row, in EUR/MWh. */
async function readLowPrices(): Promise<number[]> {
  const period = { fromMs: Date.now() - YEAR_MS, toMs: Date.now() };
  const { vintages } = await replay().fetchPrices(period, Date.now());
  const prices = vintages.flatMap((vintage) => vintage.prices.map(({ price }) => price!));
  const lowest = prices.indexOf(Math.min(...prices));
  const from = Math.max(0, lowest - 2 * HOURS);
  return prices.slice(from, from + 4 * HOURS).filter((price) => price < 0);
}

/** Records them as imbalance prices from the running quarter-hour on, with a position of nothing sold. */
async function recordLowDay(service: Service): Promise<void> {
  const low = await readLowPrices();
  expect(low.length).toBeGreaterThan(2);
  const startMs = Math.floor(Date.now() / QUARTER_MS) * QUARTER_MS;
  const times = low.map((_, i) => iso(startMs + i * QUARTER_MS));
  const params = { bidding_zone_id: "NL" };
  await service.call("recordBiddingZonePrices", {
    params,
    body: {
      market: "imbalance",
      source: "replayed",
      prices: times.map((time, i) => ({ time, long: low[i]!, short: low[i]! })),
    },
  });
  await service.call("recordBiddingZonePositions", {
    params,
    body: { positions: times.map((time_from) => ({ time_from, sold_kwh: 0 })) },
  });
}

/** Saves what is shown where `WALK_SHOW` names a folder. */
async function show(page: Page, name: string): Promise<void> {
  if (process.env.WALK_SHOW)
    await page.screenshot({ path: `${process.env.WALK_SHOW}/${name}.png`, fullPage: true });
}

/** Has previews report a limit that needs approval: the demo has none. */
const requireApproval = (page: Page) =>
  page.route(/\/control\/preview$/, async (route) => {
    const answer = await route.fetch();
    const approval = [{ code: "zone-wide", detail: "A whole bidding zone needs approval." }];
    await route.fulfill({ response: answer, json: { ...(await answer.json()), approval } });
  });

async function openAs(browser: Browser, curtail: Curtail, email: string, phone: boolean) {
  const context = await browser.newContext({
    baseURL: curtail.portalUrl,
    locale: "en-GB",
    viewport: phone ? PHONE : DESK,
  });
  await signIn(context, curtail, email);
  return context.newPage();
}

test("negative prices become advice, a request, a control, its delivery, and euros on both screens", async ({
  browser,
  curtail,
  service,
  staff: page,
}) => {
  await recordLowDay(service);
  await service.call("createRule", {
    body: {
      name: "Consume at negative prices",
      target: { kind: "bidding_zone", id: "NL" },
      export_threshold: { below_eur_per_mwh: 0, type: "MAX_CONSUMPTION" },
      min_minutes: 15,
    },
  });
  const operator = await openAs(browser, curtail, "operator@demo.example", false);
  await requireApproval(operator);
  await operator.goto("/");
  await complete(operator);
  await show(operator, "1-advice");
  const card = operator.locator("section").filter({
    has: operator.getByRole("heading", { name: "Advice", exact: true }),
  });
  const more = card.getByText(/more windows?$/);
  if (await more.isVisible()) await more.click();
  await card
    .getByRole("link", { name: "Fill in the control" })
    .and(operator.locator('[href*="MAX_CONSUMPTION"]'))
    .first()
    .click();
  await expect(operator.getByRole("radio", { name: /Maximum consumption/ })).toBeChecked();
  await complete(operator);
  await show(operator, "2-filled-in");
  await operator.getByRole("button", { name: "Request control…", exact: true }).click();
  await operator.getByRole("button", { name: "Send request", exact: true }).click();
  await expect(operator).toHaveURL(/\/controls$/);

  await page.goto("/controls");
  const waiting = page.getByRole("listitem").filter({ hasText: "Requested by operator@" });
  await expect(async () => {
    await waiting.getByRole("button", { name: "Approve…" }).click();
    await expect(page.getByRole("dialog")).toBeVisible({ timeout: 1_000 });
  }).toPass();
  await show(page, "3-approval");
  await page.getByRole("button", { name: "Approve and issue", exact: true }).click();
  const [control] = await expect
    .poll(async () => (await service.call("listControls", { query: { page_size: 1 } })).data)
    .toEqual([expect.objectContaining({ type: "MAX_CONSUMPTION" })])
    .then(async () => (await service.call("listControls", { query: { page_size: 1 } })).data);
  const params = { control_id: control!.id };

  // Devices of the demo answer within the minute.
  await expect
    .poll(
      async () => {
        const { data } = await service.call("listControlDeliveries", { params });
        return data.some(({ state }) => state === "acknowledged");
      },
      { timeout: 120_000 },
    )
    .toBe(true);
  await page.goto(`/controls/${control!.id}`);
  await complete(page);
  await expect(page.getByRole("heading", { name: "What it is worth" })).toBeVisible();
  await show(page, "4-delivery");

  const { customer } = await demoCustomer(service);
  const phone = await openAs(browser, curtail, CUSTOMER, true);
  for (const language of ["nl-NL", "en-US"] as const) {
    await service.call("updateCustomer", {
      params: { customer_id: customer.id },
      body: { name: customer.name, group_id: customer.group_id, language },
    });
    for (const [address, name] of [
      ["/", "5-customer-home"],
      ["/controls", "6-customer-requests"],
    ] as const) {
      await phone.goto(address);
      await complete(phone);
      await phone.keyboard.press("Tab");
      await expect(phone.getByText(/€/).first()).toBeVisible();
      const width = await phone.evaluate(() => document.documentElement.scrollWidth);
      expect(width).toBeLessThanOrEqual(PHONE.width);
      await show(phone, `${name}-${language}`);
    }
  }
  await phone.context().close();
  await operator.context().close();
});
