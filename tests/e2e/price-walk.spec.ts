import { expect, test, type Browser, type Locator, type Page } from "@playwright/test";
import type { AdviceItem } from "../../lib/contract/advice.ts";
import type { ControlDetail } from "../../lib/contract/controls.ts";
import { createFormats } from "../../lib/i18n/format.ts";
import {
  HOUR_MS,
  localMinute,
  MINUTE_MS,
  QUARTER_MS,
  startOfDay,
} from "../../lib/time/amsterdam.ts";
import { getMonth } from "../../lib/time/month.ts";
import { replay } from "../../service/prices/replay.ts";
import { unzip } from "../portal/unzip.ts";
import { errorLog } from "../support/error-log.ts";
import { ClockedWorld } from "./clocked-world.ts";
import { accepted, invited, newAddress } from "./invitations.ts";
import { complete } from "./page-ids.ts";
import type { Service } from "./service.ts";
import { signIn } from "./sign-in.ts";
import { DESK, PHONE, type Size } from "./sizes.ts";

const ZONE = "NL";
const PASSWORD = "only-for-browser-tests";
const FIRST = { email: "first@walk.example", password: PASSWORD };
/** A customer of the demo with a battery. */
const RESIDENT = "Emma Walker";
const RULE = "Charge while the price is negative";
const iso = (ms: number) => new Date(ms).toISOString();
const formats = { en: createFormats("en"), nl: createFormats("nl") };

/** The first window after tomorrow in which the day-ahead prices that the demo replays are negative. */
async function findNegativePrices(nowMs: number) {
  const period = { fromMs: startOfDay(nowMs, 2), toMs: startOfDay(nowMs, 90) };
  const { vintages } = await replay().fetchPrices(period, period.toMs);
  const prices = vintages.flatMap((vintage) => vintage.prices);
  const first = prices.findIndex(({ price }) => price! < 0);
  const after = prices.findIndex(({ price }, i) => i > first && price! >= 0);
  return { fromMs: prices[first]!.timeMs, toMs: prices[after]!.timeMs };
}

/** The evening before negative prices, with a rule that consumes in their first hour. */
async function startEvening() {
  const { fromMs, toMs } = await findNegativePrices(Date.now());
  const world = await ClockedWorld.start(
    { at: iso(fromMs - 4 * HOUR_MS), apiKey: `ck_${"walk".repeat(10)}`, CONTROL_MAX_KW: "50" },
    FIRST,
  );
  const { data: prices } = await world.service.call("getBiddingZonePrices", {
    params: { bidding_zone_id: ZONE },
    query: { start: iso(fromMs), end: iso(toMs) },
  });
  expect(prices.length).toBeGreaterThan(0);
  expect(prices.every(({ price }) => price! < 0)).toBe(true);
  const toClock = (ms: number) => localMinute(ms).slice(-5);
  await world.service.call("createRule", {
    body: {
      name: RULE,
      enabled: true,
      target: { kind: "bidding_zone", id: ZONE },
      export_threshold: { below_eur_per_mwh: 0, type: "MAX_CONSUMPTION" },
      hours: [
        {
          days: [0, 1, 2, 3, 4, 5, 6],
          time_from: toClock(fromMs),
          time_to: toClock(fromMs + HOUR_MS),
        },
      ],
    },
  });
  return world;
}

/** A signed-in page that has the time of the world. */
async function openPage(browser: Browser, world: ClockedWorld, email: string, viewport: Size) {
  const { portalUrl } = world;
  const context = await browser.newContext({ baseURL: portalUrl, locale: "en-GB", viewport });
  context.setDefaultTimeout(30_000);
  await world.setTime(context);
  await signIn(context, { portalUrl, password: PASSWORD }, email);
  return context.newPage();
}

/** Invites an operator and a customer, who accept. */
async function invitePeople(page: Page, { portalUrl, service }: ClockedWorld) {
  const { data } = await service.call("listCustomers", { query: { search: RESIDENT } });
  const customer_id = data[0]!.id;
  const [operator, resident] = [newAddress("second"), newAddress("resident")];
  for (const person of [
    { role: "staff", email: operator, level: "operator", language: "en" },
    { role: "customer", email: resident, customer_id },
  ] as const) {
    const token = await invited(page.request, portalUrl, person);
    const { email } = person;
    await accepted(page.request, portalUrl, { token, name: email, password: PASSWORD });
  }
  return { operator, resident, customer_id };
}

const card = (page: Page, title: string): Locator =>
  page.locator("section").filter({ has: page.getByRole("heading", { name: title, exact: true }) });
const press = (page: Page, name: string) => page.getByRole("button", { name, exact: true }).click();

/** From the advice on the overview to the filled-in form of its control. */
async function followAdvice(page: Page, service: Service): Promise<AdviceItem> {
  const params = { bidding_zone_id: ZONE };
  const { data } = await service.call("getBiddingZoneAdvice", { params });
  const advised = data.find(({ rule, worth_it }) => rule?.name === RULE && worth_it)!;
  expect(advised, JSON.stringify(data)).toBeDefined();
  await page.goto("/");
  await complete(page);
  const advice = card(page, "Advice");
  const item = advice
    .locator("div")
    .filter({ hasText: `By rule ${RULE}` })
    .last();
  // The best window is shown; others are folded.
  if (!(await item.isVisible())) await advice.getByText(/more periods?$/).click();
  const { eur } = formats.en;
  await expect(item).toContainText(`earns about ${eur(advised.gain_eur)}.`);
  const effect = advised.customers_eur! < 0 ? "costs" : "earns";
  await expect(item).toContainText(
    `It ${effect} customers about ${eur(Math.abs(advised.customers_eur!))}.`,
  );
  await expect(item).toContainText("Needs approval by another operator.");
  await advice
    .getByRole("link", { name: "Fill in the control" })
    .and(page.locator('[href*="MAX_CONSUMPTION"]'))
    .click();
  return advised;
}

/** Requests the control of the filled-in form. */
async function requestControl(page: Page): Promise<void> {
  await expect(page.getByRole("radio", { name: /^Maximum consumption/ })).toBeChecked();
  await expect(page.getByRole("button", { name: "Request control…" })).toBeEnabled();
  await expect(page.getByText(/^Expected value, by the prices known now: .*€/)).toBeVisible();
  await press(page, "Request control…");
  await page.getByRole("dialog").getByLabel(`Type ${ZONE}`).fill(ZONE);
  await press(page, "Send request");
  await expect(page.getByRole("listitem").filter({ hasText: "Awaiting approval" })).toBeVisible();
}

/** Approves the request that waits; returns its control. */
async function approve(page: Page, service: Service): Promise<ControlDetail> {
  await page.goto("/controls");
  await complete(page);
  await press(page, "Approve…");
  const dialog = page.getByRole("dialog");
  const { data: waiting } = await service.call("listControlRequests", {
    query: { state: "pending" },
  });
  const { type, time_from, time_to } = waiting[0]!;
  const { supplier, customers } = await service.call("previewBiddingZoneControlValue", {
    params: { bidding_zone_id: ZONE },
    body: { type, time_from, time_to },
  });
  const amount = (eur: number | null) => formats.en.eur(eur, { signed: true });
  await expect(dialog).toContainText(
    `${amount(supplier.eur)} for the supplier, ${amount(customers.eur)} for the customers`,
  );
  await dialog.getByLabel(`Type ${ZONE}`).fill(ZONE);
  await press(page, "Approve and issue");
  await page.getByRole("link", { name: "View the control" }).click();
  await expect(page).toHaveURL(/\/controls\/[^/]+$/);
  const control_id = new URL(page.url()).pathname.split("/").at(-1)!;
  return service.call("getControl", { params: { control_id } });
}

/** The control's page has the euros of the service: expected before delivery, restated once it is settled. */
async function seeWorth(
  page: Page,
  service: Service,
  control_id: string,
  basis: "expected" | "restated",
): Promise<void> {
  const { revisions } = await service.call("getControlValue", { params: { control_id } });
  const latest = revisions.at(-1)!;
  expect(latest.basis).toBe(basis);
  const { supplier, customers, volume_kwh, results } = latest;
  const micro = (eur: number | null) => Math.round(eur! * 1e6);
  const sum = results.reduce((all, one) => all + micro(one.supplier.eur), 0);
  expect(supplier.eur).not.toBeNull();
  // A total after delivery is in whole cents for each location.
  if (basis === "expected") expect(sum, "the sum of the quarter-hours").toBe(micro(supplier.eur));
  await page.goto(`/controls/${control_id}`);
  await complete(page);
  const worth = card(page, "What it is worth");
  await expect(worth).toContainText(
    { expected: "Expected, from", restated: "Restated with new data" }[basis],
  );
  const { eur, number } = formats.en;
  const totals = [supplier.eur, customers.eur].map((value) => eur(value, { signed: true }));
  for (const text of [...totals, number(Math.abs(volume_kwh))])
    await expect(worth).toContainText(text);
  await worth.getByText("How this is made up").click();
  const total = worth.getByRole("row").filter({ hasText: "Total" });
  for (const text of totals) await expect(total).toContainText(text);
}

/** The settlement of the imbalance in the hours of a control. */
async function settleImbalance(service: Service, fromMs: number, toMs: number): Promise<void> {
  const starts = Array.from(
    { length: Math.ceil((toMs - fromMs) / QUARTER_MS) },
    (_, i) => fromMs + i * QUARTER_MS,
  );
  await service.call("recordBiddingZonePrices", {
    params: { bidding_zone_id: ZONE },
    body: {
      market: "imbalance",
      source: "settlement",
      prices: starts.map((ms) => ({ time: iso(ms), long: -20, short: 30 })),
    },
  });
}

/** Before noon nobody knows the prices of tomorrow: that is no fault. */
async function seeMorning(page: Page): Promise<void> {
  await page.goto("/");
  await complete(page);
  const advice = card(page, "Advice");
  await expect(advice).toContainText("Prices for tomorrow are not known yet.");
  await expect(advice).not.toContainText("no day-ahead price");
}

interface Own {
  customer_id: string;
  control_id: string;
}

/** What a customer reads about the control, in their activity and on their start page. */
async function seeOwnWorth(page: Page, service: Service, own: Own, language: "en" | "nl") {
  const { revisions } = await service.call("getCustomerControlValue", { params: own });
  const { eur, basis, volume_kwh } = revisions.at(-1)!;
  // The imbalance is settled after the delivery.
  expect(basis).toBe("restated");
  const f = formats[language];
  const verb = { en: ["cost", "earned"], nl: ["kostte", "leverde"] }[language][eur! < 0 ? 0 : 1]!;
  for (const path of ["/controls", "/"]) {
    await page.goto(path);
    await complete(page);
    const main = page.getByRole("main");
    const worth = main.getByText(f.eur(Math.abs(eur!))).filter({ hasText: verb });
    await expect(worth.first()).toBeVisible();
    await expect(main).toContainText(`${f.number(volume_kwh, { decimals: 1 })}\u00a0kWh`);
    const later = { en: "your battery charged you use", nl: "je batterij oplaadde, gebruik je" };
    await expect(main.getByText(later[language])).toHaveCount(eur! < 0 ? 1 : 0);
  }
}

/** The customer's statement of the control's month has it, with the sums of the service. */
async function seeStatement(
  page: Page,
  service: Service,
  { customer_id, control_id }: Own,
  { month, language }: { month: string; language: "en" | "nl" },
): Promise<void> {
  const { controls, rows, totals, sha256 } = await service.call("getCustomerStatement", {
    params: { customer_id, month },
  });
  expect(controls.map((one) => one.control_id)).toContain(control_id);
  await page.goto(`/statements?month=${month}`);
  await complete(page);
  const main = page.getByRole("main");
  const { eur, number } = formats[language];
  await expect(main).toContainText(eur(totals.customers.eur, { signed: true }));
  await expect(main).toContainText(number(totals.lost_kwh, { decimals: 3 }));
  await expect(main).toContainText(sha256);
  const file = await main.getByRole("link", { name: "Excel" }).getAttribute("href");
  const workbook = unzip(await (await page.request.get(file!)).body());
  const sheet = workbook.get("xl/worksheets/sheet1.xml")!;
  expect(sheet.match(/<row /g)).toHaveLength(1 + rows.length);
  for (const cell of rows.flatMap((row) => [row.volume_kwh, row.lost_kwh, row.customers.eur]))
    expect(sheet).toContain(`<v>${cell}</v>`);
  const width = await page.evaluate(() => document.documentElement.scrollWidth);
  expect(width).toBeLessThanOrEqual(PHONE.width);
}

/** From the advice to the issued control; returns it with who looks at it the next morning. */
async function spendEvening(browser: Browser, world: ClockedWorld) {
  const { service } = world;
  const staff = await openPage(browser, world, FIRST.email, DESK);
  const people = await invitePeople(staff, world);
  const advised = await followAdvice(staff, service);
  await requestControl(staff);
  const second = await openPage(browser, world, people.operator, DESK);
  const control = await approve(second, service);
  await second.context().close();
  const { type, time_from, time_to } = advised;
  expect(control).toMatchObject({ type, time_from, time_to });
  await seeWorth(staff, service, control.id, "expected");
  await staff.context().close();
  return { control, ...people };
}

test("a negative price becomes an approved control, its euros, and a line of the statement", async ({
  browser,
}) => {
  // It starts a service and a portal, and lives through an hour of the night minute by minute.
  test.setTimeout(300_000);
  errorLog.beginTest();
  const world = await startEvening();
  const { service } = world;
  try {
    const { control, resident, customer_id } = await spendEvening(browser, world);
    const [fromMs, toMs] = [Date.parse(control.time_from), Date.parse(control.time_to)];
    await world.skipTo(iso(fromMs - MINUTE_MS));
    await world.liveUntil(iso(toMs + MINUTE_MS));
    await world.skipTo(iso(toMs + 3 * HOUR_MS + QUARTER_MS));

    const staff = await openPage(browser, world, FIRST.email, DESK);
    await seeMorning(staff);
    await settleImbalance(service, fromMs, toMs);
    await seeWorth(staff, service, control.id, "restated");
    await staff.context().close();
    const page = await openPage(browser, world, resident, PHONE);
    const own = { customer_id, control_id: control.id };
    for (const language of ["en", "nl"] as const) {
      await seeOwnWorth(page, service, own, language);
      await seeStatement(page, service, own, { month: getMonth(fromMs), language });
      if (language === "nl") break;
      await page.getByRole("button", { name: "Change to Dutch (NL)" }).click();
      await expect(page.locator("html")).toHaveAttribute("lang", "nl");
    }
    await page.context().close();
  } finally {
    await world.stop();
  }
  errorLog.settle();
});
