import type { Page } from "@playwright/test";
import type { DeviceType } from "../../lib/contract/devices.ts";
import { demoGroup, expect, test } from "./people.ts";
import { seeChart } from "./places.ts";
import type { Service } from "./service.ts";

const ofKind = async (service: Service, device_type: DeviceType) => {
  const query = { device_type, sort: "created_at" as const };
  return (await service.call("listDevices", { query })).data[0]!;
};

/** Whose power can be chosen to be shown. */
const choices = (page: Page) =>
  page.getByRole("group", { name: "What is shown" }).getByRole("button").allTextContents();

test("a device's page shows what was measured of it", async ({ staff: page, service }) => {
  for (const [type, title, words] of [
    ["SOLAR_INVERTER", "What the panels produced", /The panels produced [\d.,]+\skWh/],
    ["BATTERY", "What the battery charged and discharged", /kWh was discharged and/],
    ["METER", "What the meter measured", /kWh went to the grid/],
  ] as const) {
    const { id } = await ofKind(service, type);
    await page.goto(`/devices/${id}?range=yesterday`);
    await expect(page.getByRole("heading", { level: 2, name: title })).toBeVisible();
    await seeChart(page);
    await expect(page.getByRole("main")).toContainText(words);
    expect(await choices(page)).toEqual([]);
  }
});

test("a location's chart offers the power of what stands there, and of nothing else", async ({
  staff: page,
  service,
}) => {
  const { id: group_id } = await demoGroup(service);
  const query = { group_id, page_size: 100 };
  const { data: devices } = await service.call("listDevices", { query: { page_size: 100 } });
  const { data: locations } = await service.call("listLocations", { query });
  const has = (location_id: string, type: DeviceType) =>
    devices.some((each) => each.location_id === location_id && each.device_type === type);
  const solarAlone = locations.find(({ id }) => has(id, "SOLAR_INVERTER") && !has(id, "BATTERY"))!;
  const both = locations.find(({ id }) => has(id, "SOLAR_INVERTER") && has(id, "BATTERY"))!;
  for (const [{ id }, offered] of [
    [solarAlone, ["Connection", "Solar"]],
    [both, ["Connection", "Solar", "Batteries"]],
  ] as const) {
    await page.goto(`/locations/${id}`);
    await seeChart(page);
    expect(await choices(page)).toEqual(offered);
  }
});
