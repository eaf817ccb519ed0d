import type { DeviceDetail, DeviceType } from "../../lib/contract/index.ts";
import { expect } from "../planning/expect.ts";
import { getDevice, listDevices, registerDevice, type StoredDevice } from "../store/devices.ts";
import { replaceExpectation } from "../store/membership.ts";
import { loadSites } from "../store/sites.ts";
import type { Deps } from "./deps.ts";
import { Listed, type Handlers } from "./implement.ts";
import { invalid, unknown } from "./problems.ts";

const icons: Record<DeviceType, string> = {
  SOLAR_INVERTER: "solar-inverter",
  BATTERY: "battery",
  METER: "meter",
};

const withIcon = (deps: Deps, device: StoredDevice): DeviceDetail => ({
  ...device,
  icon_url: `${deps.mediaUrl}/icons/${icons[device.device_type]}.png`,
});

export const devices = (deps: Deps): Handlers<"getDevice" | "listDevices" | "registerDevice"> => ({
  getDevice: async ({ params }) => {
    const device = await getDevice(deps.db, params.device_id);
    if (!device) throw unknown("device");
    const { ratings: _ratings, address: _address, ...documented } = withIcon(deps, device);
    return documented;
  },

  listDevices: async ({ query }) => {
    const { rows, total } = await listDevices(deps.db, query);
    return new Listed({ data: rows.map((device) => withIcon(deps, device)) }, total);
  },

  registerDevice: ({ body }) =>
    deps.db.transaction(async (tx) => {
      if (!deps.brands.includes(body.brand))
        throw invalid([{ pointer: "#/brand", detail: `must be one of ${deps.brands.join(", ")}` }]);
      const device = await registerDevice(tx, body, deps.now());
      if (!device)
        throw invalid([{ pointer: "#/location_id", detail: "must be the id of a location" }]);
      const sites = await loadSites(tx, { kind: "locations", ids: [body.location_id] });
      const [forecast] = await expect(tx, sites, deps.now());
      await replaceExpectation(tx, sites[0]!, forecast!);
      return withIcon(deps, device);
    }),
});
