import type { Device } from "../../contract/index.ts";
import type { Directory, PartialDevice, Lookup } from "./types.ts";
import { nullOn404 } from "../context/errors.ts";
import { deleteCached } from "../db/local-cache.ts";
import { toListQuery, cachedPage, emptyPage, toPage } from "./page.ts";

export function devicesDirectory(lookup: Lookup): Pick<Directory, "listDevices" | "getDevice"> {
  const { user, cache } = lookup;
  return {
    async listDevices(query) {
      if (user.role !== "staff" && user.customerId === null) return emptyPage();
      const parsed = toListQuery("listDevices", query);
      if (!lookup.supports("listDevices")) {
        const { location_id, customer_id, device_type } = parsed;
        const where = { location_id, customer_id, device_type };
        return cachedPage<Device>(lookup, "device", { ...parsed, where });
      }
      const { data, total } = await lookup.call("listDevices", { query });
      return toPage(data.data, total, parsed);
    },

    async getDevice(id) {
      const answer = await nullOn404(lookup.call("getDevice", { params: { device_id: id } }));
      if (answer) return withRatings(lookup, answer.data);
      if (user.role === "staff") await deleteCached(cache.db, cache.service, "device", id);
      return null;
    },
  };
}

/** The documented operation returns no ratings; the location's list has them. */
async function withRatings(lookup: Lookup, device: Device): Promise<PartialDevice> {
  if (!lookup.supports("listDevices")) return device;
  const query = { location_id: device.location_id, page_size: 100 };
  const listed = await nullOn404(lookup.call("listDevices", { query }));
  return listed?.data.data.find((other) => other.id === device.id) ?? device;
}
