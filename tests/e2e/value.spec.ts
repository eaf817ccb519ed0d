import type { Locator, Page } from "@playwright/test";
import { demoCustomer, expect, test } from "./users.ts";
import type { Service } from "./service.ts";

const terms = {
  feed_in: { day_ahead_factor: 0, eur_per_kwh: 0.08 },
  import: { day_ahead_factor: 0, eur_per_kwh: 0.14 },
  markup_eur_per_kwh: 0.02,
  energy_tax_eur_per_kwh: 0.09157,
  vat_percent: 21,
  compensation_eur_per_kwh: 0.05,
  netting: false,
};

/** The card with a title; its content is rendered once it is in view or a key is pressed. */
async function seeCard(page: Page, title: string): Promise<Locator> {
  await page.keyboard.press("Tab");
  const heading = page.getByRole("heading", { name: title, exact: true });
  const card = page.locator("section").filter({ has: heading });
  await expect(card).toBeVisible();
  return card;
}

/** The newest control of the demo's past that lowered injection at a customer's locations. */
async function measuredControl(service: Service, customer_id: string): Promise<string> {
  const { data } = await service.call("listCustomerControls", {
    params: { customer_id },
    query: { page_size: 50 },
  });
  const found = data.find(
    ({ delivered_kwh, type }) => type !== "MAX_PRODUCTION" && (delivered_kwh ?? 0) < -0.1,
  );
  return found!.control_id;
}

/** Takes the demo's contract terms from its groups. */
async function withoutGroupTerms(service: Service): Promise<void> {
  for (const { id: group_id } of (await service.call("listGroups")).data) {
    const params = { group_id };
    const { data } = await service.call("getGroupTerms", { params });
    for (const { valid_from } of data)
      await service.call("setGroupTerms", { params, body: { valid_from, terms: null } });
  }
}

test("a control's page shows its euros, and names what is missing for the others", async ({
  staff: page,
  service,
}) => {
  const { customer } = await demoCustomer(service);
  const control = await measuredControl(service, customer.id);
  await withoutGroupTerms(service);
  await page.goto(`/controls/${control}`);
  const card = await seeCard(page, "What it is worth");
  await expect(card).toContainText("contract terms of");
  await expect(card.getByText("not known yet").first()).toBeVisible();
  await card.getByText("How this is made up").click();
  const parts = card.getByRole("table").first();
  await expect(parts.getByRole("row").filter({ hasText: "Compensation" })).toContainText(
    "not known",
  );
  await expect(parts).not.toContainText("€0.00");
  const named = card.getByRole("listitem").filter({ hasText: "contract terms of" });
  await expect(named.getByRole("link").first()).toHaveAttribute("href", /^\/customers\/cus_/);
});

test("staff set a customer's terms, and a remark goes to the field at fault", async ({
  staff: page,
  service,
}) => {
  const { customer } = await demoCustomer(service);
  await page.goto(`/customers/${customer.id}`);
  const card = await seeCard(page, "Contract terms");
  await card.getByRole("button", { name: "Change terms" }).click();
  const dialog = page.getByRole("dialog");
  const shares = dialog.getByLabel("Share of day-ahead price");
  await dialog.getByLabel("First day").fill("01/01/2026");
  await shares.first().fill("0");
  await shares.last().fill("x");
  await dialog.getByLabel("Plus, per kWh").first().fill("0,08");
  await dialog.getByRole("button", { name: "Save terms" }).click();
  await expect(shares.last()).toBeFocused();
  await shares.last().fill("0");
  await dialog.getByRole("button", { name: "Save terms" }).click();
  await expect(card).toContainText("Since Thu 1 Jan 2026");
  const params = { customer_id: customer.id };
  const { data } = await service.call("getCustomerTerms", { params });
  expect(data.at(-1)).toMatchObject({
    valid_from: "2026-01-01",
    terms: { feed_in: { day_ahead_factor: 0, eur_per_kwh: 0.08 }, vat_percent: 21 },
  });
});

test("a customer sees their own euros of a control and of each month, not the supplier's", async ({
  customer: page,
  service,
}) => {
  const { customer } = await demoCustomer(service);
  const params = { customer_id: customer.id };
  await service.call("setCustomerTerms", { params, body: { valid_from: "2026-01-01", terms } });
  await page.goto("/");
  const card = await seeCard(page, "Wat verzoeken je kostten en opleverden");
  await expect(card.getByRole("table")).toContainText("€");
  await expect(card.getByText("Deze maand")).toBeVisible();
  await expect(card.getByText("Dit jaar tot nu toe")).toBeVisible();
  // Those that other tests issued fill the first page.
  const query = { page_size: 100 };
  const all = await service.call("listCustomerControls", { params, query });
  const { control_id } = all.data.find(({ measured_whole }) => measured_whole)!;
  await page.goto(`/controls?control=${control_id}`);
  await expect(page.getByText(/^Dit (leverde je|kostte je) €/).first()).toBeVisible();
  // Each request gets its euros on its own: which is the first changes until all have them.
  await expect(page.getByText("Laden…")).toHaveCount(0);
  await page.getByText("Waaruit dit bestaat").first().click();
  await expect(page.getByText("Vergoeding").first()).toBeVisible();
  await expect(page.getByText("Leverancier")).toHaveCount(0);
});
