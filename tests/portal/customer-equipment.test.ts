import { expect, test } from "vitest";
import type { Portal } from "../../lib/portal/client/portal-client.ts";
import { readEquipment } from "../../lib/portal/queries/customer-home.ts";

/** A portal whose customer has these devices. */
function portalWith(devices: { id: string; location_id: string; device_type: string }[]): Portal {
  const listDevices = async ({ page = 0, page_size = 10 }) => ({
    items: devices.slice(page * page_size, (page + 1) * page_size),
    total: devices.length,
    complete: true,
  });
  return { directory: { listDevices }, supports: () => true } as unknown as Portal;
}

const panels = (index: number) => ({
  id: `dev_${index}`,
  location_id: `loc_${index}`,
  device_type: "SOLAR_INVERTER",
});

test("the equipment of a customer with more than a page of devices is that of all locations", async () => {
  const devices = Array.from({ length: 220 }, (_, index) => panels(index));
  const battery = { id: "dev_battery", location_id: "loc_0", device_type: "BATTERY" };
  const found = await readEquipment(portalWith([...devices, battery]));
  expect(found).toHaveLength(220);
  expect(found[0]).toEqual({ id: "loc_0", panels: true, battery: true });
  expect(found.at(-1)).toEqual({ id: "loc_219", panels: true, battery: false });
});

test("the equipment of a customer without devices is empty", async () => {
  expect(await readEquipment(portalWith([]))).toEqual([]);
});
