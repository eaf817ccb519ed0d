import { expect, test } from "./users.ts";
import { complete } from "./page-ids.ts";
import type { Service } from "./service.ts";
import { PHONE } from "./sizes.ts";

const iso = (ms: number) => new Date(ms).toISOString();
const QUARTER_MS = 900_000;

const terms = {
  feed_in: { day_ahead_factor: 1, eur_per_kwh: 0 },
  import: { day_ahead_factor: 1, eur_per_kwh: 0 },
  markup_eur_per_kwh: 0.02,
  energy_tax_eur_per_kwh: 0.09157,
  vat_percent: 21,
  compensation_eur_per_kwh: 0.02,
  netting: true,
};

/** Gives terms to groups and customers without any: others leave some there, and then no advice is sure. */
async function giveTerms(service: Service): Promise<void> {
  const body = { valid_from: "2026-01-01", terms };
  for (const { id: group_id } of (await service.call("listGroups")).data) {
    const params = { group_id };
    if ((await service.call("getGroupTerms", { params })).data.length === 0)
      await service.call("setGroupTerms", { params, body });
  }
  const { data: customers } = await service.call("listCustomers", { query: { page_size: 100 } });
  for (const { id: customer_id } of customers.filter(({ group_id }) => group_id === null)) {
    const params = { customer_id };
    if ((await service.call("getCustomerTerms", { params })).data.length === 0)
      await service.call("setCustomerTerms", { params, body });
  }
}

/** Prices, a position and terms with which consuming more is worth it in the next hours, day or night. */
async function makeLow(service: Service) {
  await giveTerms(service);
  const fromMs = Math.ceil(Date.now() / QUARTER_MS) * QUARTER_MS + QUARTER_MS;
  const starts = Array.from({ length: 8 }, (_, i) => iso(fromMs + i * QUARTER_MS));
  const params = { bidding_zone_id: "NL" };
  await service.call("recordBiddingZonePrices", {
    params,
    body: {
      market: "imbalance",
      source: "browser-test",
      prices: starts.map((time) => ({ time, long: -500, short: -500 })),
    },
  });
  // After midnight the day-ahead price counts.
  await service.call("recordBiddingZonePrices", {
    params,
    body: {
      market: "day-ahead",
      source: "browser-test",
      prices: starts.map((time) => ({ time, price: -500 })),
    },
  });
  await service.call("recordBiddingZonePositions", {
    params,
    body: { positions: starts.map((time_from) => ({ time_from, sold_kwh: 0 })) },
  });
}

test("staff write a rule, see its advice on the overview, and get a filled-in control", async ({
  staff: page,
  service,
}) => {
  await makeLow(service);
  await page.goto("/rules");
  await complete(page);
  await page.getByRole("link", { name: "New rule" }).click();
  await page.getByLabel("Name").fill("Consume when paid for it");
  await page.getByLabel("Then").first().selectOption({ label: "Maximum consumption" });
  await page.getByRole("button", { name: "Create rule" }).click();
  await expect(
    page.getByRole("heading", { level: 1, name: "Consume when paid for it" }),
  ).toBeVisible();
  await complete(page);
  await expect(page.getByText("Neither of them can approve what the rule requests.")).toBeVisible();
  // A new rule does nothing until it is switched on.
  const note = page.getByText("This rule is off. Try it on the past before you switch it on.");
  await expect(note).toBeVisible();
  await page.getByRole("button", { name: "Switch on" }).click();
  await expect(note).toBeHidden();

  await page.goto("/");
  await complete(page);
  const card = page.locator("section").filter({
    has: page.getByRole("heading", { name: "Advice", exact: true }),
  });
  const advised = card
    .locator("div")
    .filter({ hasText: "By rule Consume when paid for it" })
    .last();
  // The best window is shown; others are folded.
  const others = card.getByText(/more periods?$/);
  await expect(advised.or(others).first()).toBeVisible();
  if (!(await advised.isVisible())) await others.click();
  await expect(advised).toContainText("Maximum consumption on NL earns about €");
  await expect(advised).toContainText("At the unfavourable end of the forecast band about €");
  await card
    .getByRole("link", { name: "Fill in the control" })
    .and(page.locator('[href*="MAX_CONSUMPTION"]'))
    .first()
    .click();
  await expect(page).toHaveURL(/\/controls\/new\?target=NL&type=MAX_CONSUMPTION/);
  await expect(page.getByRole("radio", { name: /Maximum consumption/ })).toBeChecked();
});

test("staff try a rule on the past, and switch it on", async ({ staff: page, service }) => {
  const { id } = await service.call("createRule", {
    body: {
      name: "Try me",
      target: { kind: "bidding_zone", id: "NL" },
      export_threshold: { below_eur_per_mwh: 0, type: "ZERO_EXPORT" },
    },
  });
  await page.goto(`/rules/${id}`);
  await complete(page);
  await expect(page.getByText(/^The portal’s key, /)).toHaveCount(2);
  await page.getByRole("button", { name: "Replay" }).click();
  await expect(page.getByText("Share of perfect foresight").first()).toBeVisible();
  const months = page.getByRole("region", { name: "By month" });
  await expect(months.getByRole("row")).not.toHaveCount(1);
  await page.setViewportSize(PHONE);
  expect(await months.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(
    0,
  );
  await page.getByRole("button", { name: "Switch on" }).click();
  await expect(page.getByRole("button", { name: "Switch off" })).toBeVisible();
});

test("staff change a rule, its hours too, and delete it", async ({ staff: page, service }) => {
  const { id } = await service.call("createRule", {
    body: {
      name: "Around noon",
      target: { kind: "bidding_zone", id: "NL" },
      export_threshold: { below_eur_per_mwh: -5, type: "ZERO_EXPORT" },
    },
  });
  const params = { rule_id: id };
  await page.goto(`/rules/${id}`);
  await complete(page);
  await page.getByRole("link", { name: "Change rule" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Change rule" })).toBeVisible();
  await complete(page);
  await expect(page.getByLabel("Export price below")).toHaveValue("−5");
  await page.getByLabel("Export price below").fill("x");
  await page.getByRole("button", { name: "Save rule" }).click();
  await expect(page.getByLabel("Export price below")).toBeFocused();
  await page.getByLabel("Export price below").fill("-7,5");
  await page.getByLabel("Cap per customer, hours a month").fill("12");
  await page.getByRole("button", { name: "Add hours" }).click();
  await page.getByLabel("Sat").uncheck();
  await page.getByLabel("Sun").uncheck();
  await page.getByRole("button", { name: "Save rule" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Around noon" })).toBeVisible();
  await expect(page.getByText("Mon, Tue, Wed, Thu, Fri 10:00–17:00")).toBeVisible();
  await expect(page.getByText("12 h a month")).toBeVisible();
  expect(await service.call("getRule", { params })).toMatchObject({
    export_threshold: { below_eur_per_mwh: -7.5, type: "ZERO_EXPORT" },
    max_hours_per_month: 12,
    hours: [{ days: [1, 2, 3, 4, 5], time_from: "10:00", time_to: "17:00" }],
    min_minutes: 30,
  });

  await page.getByRole("button", { name: "Delete rule" }).click();
  const dialog = page.getByRole("dialog", { name: "Delete Around noon?" });
  await dialog.getByRole("button", { name: "Delete rule" }).click();
  await expect(page).toHaveURL(/\/rules$/);
  const { data } = await service.call("listRules", { query: { page_size: 100 } });
  expect(data.map((rule) => rule.id)).not.toContain(id);
});

test("each decision shows the prices that were known, the gain and why not", async ({
  staff: page,
  service,
}) => {
  await makeLow(service);
  const target = { kind: "bidding_zone", id: "NL" } as const;
  const { id } = await service.call("createRule", {
    body: {
      name: "Explain yourself",
      target,
      export_threshold: { below_eur_per_mwh: 0, type: "MAX_CONSUMPTION" },
      min_gain_eur: 1e6,
      enabled: true,
    },
  });
  await page.goto(`/rules/${id}`);
  await complete(page);
  const decisions = page.getByRole("list", { name: "Decisions, newest first" });
  // Rules run once a minute.
  await expect(async () => {
    await page.reload();
    await expect(decisions.getByText("Not worth it").first()).toBeVisible({ timeout: 3_000 });
  }).toPass({ timeout: 90_000 });
  const small = decisions.getByRole("listitem").filter({ hasText: "gain too small" });
  await expect(small.first()).toContainText("expected");
  for (const known of await small.getByText(/Prices? known then/).all()) await known.click();
  const prices = small
    .getByRole("region", { name: "Prices known when it was decided" })
    .filter({ hasText: "browser-test" })
    .first();
  await expect(prices).toContainText("−500.00");
});

for (const [name, size] of Object.entries({ desktop: { width: 1440, height: 900 }, phone: PHONE }))
  test(`the overview starts with advice and its button, in sight on a ${name}`, async ({
    staff: page,
    service,
  }) => {
    await makeLow(service);
    await service.call("createRule", {
      body: {
        name: `In sight on a ${name}`,
        target: { kind: "bidding_zone", id: "NL" },
        export_threshold: { below_eur_per_mwh: 0, type: "MAX_CONSUMPTION" },
        enabled: true,
      },
    });
    await page.setViewportSize(size);
    await page.goto("/");
    await complete(page);
    const button = page.getByRole("link", { name: "Fill in the control" }).first();
    await expect(button).toBeInViewport({ ratio: 1 });
  });
