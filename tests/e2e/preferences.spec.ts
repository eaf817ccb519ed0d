import { PHONE } from "./sizes.ts";
import { demoCustomer, demoGroup, expect, test } from "./users.ts";

test.describe("on a phone", () => {
  test.use({ viewport: PHONE });

  test("a customer sets preferences, which are there after a reload", async ({
    customer: page,
    service,
  }) => {
    const { customer } = await demoCustomer(service);
    const params = { customer_id: customer.id };
    await page.goto("/account");
    const card = page
      .locator("section")
      .filter({ has: page.getByRole("heading", { name: "Je voorkeuren" }) });
    await card.getByLabel("Reserve in je batterij").selectOption({ label: "30%" });
    await card.getByLabel("Hooguit per maand").selectOption({ label: "20 uur" });
    await card.getByRole("button", { name: "Rusttijd toevoegen" }).click();
    await card.getByLabel("Tot").selectOption("22:00");
    await card.getByRole("button", { name: "Voorkeuren opslaan" }).click();
    await expect(card.getByRole("status")).toHaveText("Opgeslagen");
    expect(await service.call("getCustomerPreferences", { params })).toMatchObject({
      battery_reserve: 0.3,
      max_hours_per_month: 20,
      hours_off: [{ days: [0, 1, 2, 3, 4, 5, 6], time_from: "17:00", time_to: "22:00" }],
    });
    await page.reload();
    await expect(card.getByLabel("Tot")).toHaveValue("22:00");
    const width = await page.evaluate(() => document.documentElement.scrollWidth);
    expect(width).toBeLessThanOrEqual(PHONE.width);
    const body = { battery_reserve: 0, max_hours_per_month: null, hours_off: [] };
    await service.call("updateCustomerPreferences", { params, body });
  });
});

test("staff limit what customers of a group may choose, and a preview says who opted out", async ({
  staff: page,
  service,
}) => {
  const group = await demoGroup(service);
  const { customer } = await demoCustomer(service);
  await page.goto(`/groups/${group.id}`);
  const card = page
    .locator("section")
    .filter({ has: page.getByRole("heading", { name: "What customers may choose" }) });
  await card.getByRole("button", { name: "Change limits" }).click();
  await card.getByLabel("Largest battery reserve").selectOption({ label: "50%" });
  await card.getByRole("button", { name: "Save limits" }).click();
  await expect(card.getByRole("status")).toHaveText("Saved");
  const params = { group_id: group.id };
  const limits = await service.call("getGroupPreferenceLimits", { params });
  expect(limits.max_battery_reserve).toBe(0.5);
  await service.call("updateGroupPreferenceLimits", { params, body: { max_battery_reserve: 1 } });

  const ofCustomer = { customer_id: customer.id };
  await service.call("updateCustomerPreferences", {
    params: ofCustomer,
    body: { opted_out: true },
  });
  await page.goto("/controls/new?target=NL&type=ZERO_EXPORT");
  await expect(page.getByText("1 customer opted out.")).toBeVisible();
  await service.call("updateCustomerPreferences", {
    params: ofCustomer,
    body: { opted_out: false },
  });
});
