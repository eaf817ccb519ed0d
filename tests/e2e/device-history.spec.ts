import type { Page } from "@playwright/test";
import type { DeviceType } from "../../lib/contract/devices.ts";
import { demoCustomer, demoGroup, expect, test } from "./users.ts";
import { seeChart } from "./page-ids.ts";

/** Whose power can be chosen to be shown. */
const choices = (page: Page) =>
  page.getByRole("group", { name: "Measuring point" }).getByRole("button").allTextContents();

test("a device's page shows its measurements", async ({ staff: page, service }) => {
  // Not any of the fleet's: some of it is silent, as in life.
  const { devices } = await demoCustomer(service);
  for (const [type, title, words] of [
    ["SOLAR_INVERTER", "Production of the panels", /The panels produced [\d.,]+\skWh/],
    ["BATTERY", "Charging and discharging of the battery", /kWh was discharged and/],
    ["METER", "From and to the grid", /kWh went to the grid/],
  ] as const) {
    const { id } = devices.find(({ device_type }) => device_type === type)!;
    await page.goto(`/devices/${id}?range=yesterday`);
    await expect(page.getByRole("heading", { level: 2, name: title })).toBeVisible();
    await seeChart(page);
    await expect(page.getByRole("main")).toContainText(words);
    expect(await choices(page)).toEqual([]);
  }
});

test("a location's chart offers the power of exactly the device types it has", async ({
  staff: page,
  service,
}) => {
  const { id: group_id } = await demoGroup(service);
  const query = { group_id, page_size: 100 };
  const placesOf = async (device_type: DeviceType) => {
    const all = await service.call("listDevices", { query: { device_type, page_size: 100 } });
    return new Set(all.data.map(({ location_id }) => location_id));
  };
  const [solar, batteries] = [await placesOf("SOLAR_INVERTER"), await placesOf("BATTERY")];
  const { data: locations } = await service.call("listLocations", { query });
  const withPanels = locations.filter(({ id }) => solar.has(id));
  const solarAlone = withPanels.find(({ id }) => !batteries.has(id))!;
  const both = withPanels.find(({ id }) => batteries.has(id))!;
  for (const [{ id }, offered] of [
    [solarAlone, ["Connection", "Solar"]],
    [both, ["Connection", "Solar", "Batteries"]],
  ] as const) {
    await page.goto(`/locations/${id}`);
    await expect(page.getByRole("group", { name: "Measuring point" })).toBeVisible();
    expect(await choices(page)).toEqual(offered);
  }
});
