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

test("a customer skips one request on a phone, and takes part after all", async ({
  customer: page,
  service,
}) => {
  await page.setViewportSize(PHONE);
  const { customer } = await demoCustomer(service);
  const params = { customer_id: customer.id };
  const time_to = new Date(Date.now() + 3_600_000).toISOString();
  const { id } = await service.call("controlGroup", {
    params: { group_id: customer.group_id! },
    body: { type: "ZERO_EXPORT", time_to },
  });
  const isSkipped = async () => {
    const { data } = await service.call("listCustomerControls", { params });
    return data.find(({ control_id }) => control_id === id)!.opted_out;
  };
  await page.goto("/");
  const now = page.locator("section").filter({ has: page.getByRole("heading", { name: "Nu" }) });
  const first = now.first();
  await first.getByRole("button", { name: "Dit verzoek overslaan" }).click();
  await expect(first.getByRole("status")).toContainText("Je slaat dit verzoek over");
  expect(await isSkipped()).toBe(true);
  await page.reload();
  await first.getByRole("button", { name: "Toch meedoen" }).click();
  await expect(first.getByRole("button", { name: "Dit verzoek overslaan" })).toBeVisible();
  expect(await isSkipped()).toBe(false);

  const group = { group_id: customer.group_id! };
  await service.call("updateGroupPreferenceLimits", {
    params: group,
    body: { control_opt_out: false },
  });
  const read = page.waitForResponse(/\/preferences$/);
  await page.reload();
  await (await read).finished();
  await expect(first).toBeVisible();
  await expect(page.getByRole("button", { name: "Dit verzoek overslaan" })).toHaveCount(0);
  await service.call("updateGroupPreferenceLimits", {
    params: group,
    body: { control_opt_out: true },
  });
});

test("staff limit what customers of a group may choose, and a preview and the control say who opted out", async ({
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
  const control = await service.call("controlBiddingZone", {
    params: { bidding_zone_id: "NL" },
    body: { type: "ZERO_EXPORT", time_to: new Date(Date.now() + 3_600_000).toISOString() },
  });
  await page.goto(`/controls/${control.id}`);
  await expect(page.getByRole("heading", { name: "Not taking part" })).toBeVisible();
  await expect(page.getByText("1 customer opted out.")).toBeVisible();
  await service.call("updateCustomerPreferences", {
    params: ofCustomer,
    body: { opted_out: false },
  });
});
