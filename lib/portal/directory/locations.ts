import type { Customer, Device, Location } from "../../contract/index.ts";
import { MAX_PAGE_SIZE } from "../../contract/page-size.ts";
import type { Directory, Lookup, PartialDevice, PartialLocation } from "./types.ts";
import { nullOn404 } from "../context/errors.ts";
import type { LocalCache } from "./local-cache.ts";
import { deleteCached, getCached, getManyCached } from "../db/local-cache.ts";
import { cachedPage, emptyPage, toListQuery, toPage } from "./page.ts";

export function locationsDirectory(
  lookup: Lookup,
): Pick<Directory, "listLocations" | "getLocation"> {
  const { user, cache } = lookup;
  return {
    async listLocations(query) {
      if (user.role !== "staff" && user.customerId === null) return emptyPage();
      const parsed = toListQuery("listLocations", query);
      if (!lookup.supports("listLocations")) {
        if (parsed.state) return { ...emptyPage(), complete: false };
        const where = { customer_id: parsed.customer_id, group_id: parsed.group_id };
        const page = await cachedPage<Location>(lookup, "location", { ...parsed, where });
        return { ...page, items: await withOwners(cache, page.items) };
      }
      const { data, total } = await lookup.call("listLocations", { query });
      return toPage(data.data, total, parsed);
    },

    async getLocation(id) {
      if (lookup.supports("getLocation")) {
        const answer = await nullOn404(lookup.call("getLocation", { params: { location_id: id } }));
        return answer?.data ?? null;
      }
      const cached = await getCached(cache.db, cache.service, "location", id);
      const location = cached?.json as Location | undefined;
      if (!location) return null;
      if (user.role !== "staff" && location.customer_id !== user.customerId) return null;
      return (await withOwners(cache, [location]))[0] ?? null;
    },
  };
}

/** Adds the owner's name and group, if the owner is cached. */
async function withOwners(cache: LocalCache, locations: Location[]): Promise<PartialLocation[]> {
  const ids = [...new Set(locations.map((location) => location.customer_id))];
  const owners = await getManyCached(cache.db, cache.service, "customer", ids);
  const byId = new Map(owners.map((owner) => [owner.id, owner.json as Customer]));
  return locations.map((location) => {
    const owner = byId.get(location.customer_id);
    return owner
      ? { ...location, customer_name: owner.name, group_id: owner.group_id ?? null }
      : location;
  });
}

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
  const query = { location_id: device.location_id, page_size: MAX_PAGE_SIZE };
  const listed = await nullOn404(lookup.call("listDevices", { query }));
  return listed?.data.data.find((other) => other.id === device.id) ?? device;
}
