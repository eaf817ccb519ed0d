import type { Page } from "@playwright/test";
import { demoGroup, expect, test } from "./users.ts";
import { seeChart } from "./page-ids.ts";
import { getMissedOutcome } from "../../lib/controls/missed-outcome.ts";
import type { Service } from "./service.ts";

const HOUR = 3_600_000;
const SOON = { timeout: 45_000 };

const delivery = (service: Service, control_id: string) =>
  service.call("getControlDelivery", { params: { control_id } });
const devicesIn = (page: Page) => page.getByRole("region", { name: "Devices" });
const outcome = (page: Page, title: string) =>
  devicesIn(page).locator("dt").filter({ hasText: title }).locator("xpath=following-sibling::dd");

async function running(service: Service): Promise<string> {
  const group = await demoGroup(service);
  const control = await service.call("controlGroup", {
    params: { group_id: group.id },
    body: { type: "MAX_CONSUMPTION", time_to: new Date(Date.now() + HOUR).toISOString() },
  });
  await expect
    .poll(async () => (await delivery(service, control.id)).devices.executed, SOON)
    .toBeGreaterThan(0);
  return control.id;
}

test("device responses are shown as the service reports them, and refresh automatically", async ({
  staff: page,
  service,
}) => {
  const id = await running(service);
  await page.goto(`/controls/${id}`);
  await expect(page.getByText(/^Updated \d\d:\d\d:\d\d( CES?T)?$/).first()).toBeVisible();
  await expect(async () => {
    const { devices } = await delivery(service, id);
    await expect(devicesIn(page)).toContainText(`${devices.addressed} device`, { timeout: 1_000 });
    const said = outcome(page, "Confirmed");
    await expect(said).toContainText(new RegExp(`^${devices.executed}\\D`), { timeout: 1_000 });
    const pending = outcome(page, "No answer yet");
    await expect(pending).toContainText(new RegExp(`^${devices.pending}\\D`), { timeout: 1_000 });
  }).toPass(SOON);
  await expect(page.getByText(/that did not report counts as not delivered/)).toBeVisible();
  await seeChart(page);
  const numbers = page.getByRole("region", { name: /^Per quarter-hour/ }).first();
  for (const name of ["Committed", "Delivered", "Forecast error", "Measured", "Reporting"]) {
    await expect(numbers.getByRole("columnheader", { name, exact: true })).toBeVisible();
  }
});

test("the locations of a control are listed, filtered by outcome, and link to their pages", async ({
  staff: page,
  service,
}) => {
  const id = await running(service);
  const counted = (state: "acknowledged" | "failed") =>
    service.call("listControlDeliveries", {
      params: { control_id: id },
      query: { state, page_size: 100 },
    });
  await page.goto(`/controls/${id}`);
  const table = page.getByRole("table", { name: "locations" });
  await page.getByLabel("State", { exact: true }).selectOption("acknowledged");
  await expect(page).toHaveURL(/state=acknowledged/);
  await expect(async () => {
    const { data } = await counted("acknowledged");
    const shown = table.locator("tbody").getByRole("row");
    await expect(shown).toHaveCount(Math.min(data.length, 25), { timeout: 1_000 });
  }).toPass(SOON);
  await expect(table.getByText("Answered", { exact: true }).first()).toBeVisible();
  await table.locator('a[href^="/locations/"]').first().click();
  await expect(page).toHaveURL(/\/locations\//);
  // Whether the first of the table has something to change depends on the time of day.
  const changed = await service.call("listLocations", { query: { state: "responding" } });
  await page.goto(`/locations/${changed.data[0]!.id}`);
  await expect(page.getByText("Following a control", { exact: true }).first()).toBeVisible();
});

test("an alert about a shortfall leads to the locations whose devices did not confirm", async ({
  staff: page,
  service,
}) => {
  const id = await running(service);
  await expect(async () => {
    await page.goto(`/controls/${id}?shortfall=1#deliveries`);
    const outcome = getMissedOutcome((await delivery(service, id)).devices);
    const query = outcome ? `?outcome=${outcome}` : "";
    await expect(page).toHaveURL(`/controls/${id}${query}#deliveries`, { timeout: 1_000 });
    const filter = page.locator("#deliveries").getByLabel("Device state");
    await expect(filter).toHaveValue(outcome ?? "", { timeout: 1_000 });
  }).toPass(SOON);
});

test("a control that a newer one overrode is marked as overridden at its locations", async ({
  staff: page,
  service,
}) => {
  const older = await running(service);
  await running(service);
  const { data } = await service.call("listControlDeliveries", { params: { control_id: older } });
  const params = { location_id: data[0]!.location_id };
  const { customer_id } = await service.call("getLocation", { params });
  const expected = [
    [`/locations/${params.location_id}`, "Overridden"],
    [`/customers/${customer_id}`, "Overridden"],
  ] as const;
  for (const [address, state] of expected) {
    await page.goto(address);
    const row = page.locator("tr").filter({ has: page.locator(`a[href="/controls/${older}"]`) });
    await expect(row.getByText(state, { exact: true })).toBeVisible();
  }
});
