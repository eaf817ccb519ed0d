import type { Customer, Location } from "../../contract/index.ts";
import type { Directory, PartialLocation, Lookup } from "./types.ts";
import { nullOn404 } from "../context/errors.ts";
import type { Registry } from "./local-cache.ts";
import { getCached, getManyCached } from "../db/local-cache.ts";
import { toListQuery, cachedPage, emptyPage, pageOf } from "./page.ts";

export function locationsDirectory(
  lookup: Lookup,
): Pick<Directory, "listLocations" | "getLocation"> {
  const { user, registry } = lookup;
  return {
    async listLocations(query) {
      if (user.role !== "staff" && user.customerId === null) return emptyPage();
      const asked = toListQuery("listLocations", query);
      if (!lookup.supports("listLocations")) {
        if (asked.state) return { ...emptyPage(), complete: false };
        const where = { customer_id: asked.customer_id, group_id: asked.group_id };
        const page = await cachedPage<Location>(lookup, "location", { ...asked, where });
        return { ...page, items: await withOwners(registry, page.items) };
      }
      const { data, total } = await lookup.call("listLocations", { query });
      return pageOf(data.data, total, asked);
    },

    async getLocation(id) {
      if (lookup.supports("getLocation")) {
        const answer = await nullOn404(lookup.call("getLocation", { params: { location_id: id } }));
        return answer?.data ?? null;
      }
      const known = await getCached(registry.db, registry.service, "location", id);
      const location = known?.json as Location | undefined;
      if (!location) return null;
      if (user.role !== "staff" && location.customer_id !== user.customerId) return null;
      return (await withOwners(registry, [location]))[0] ?? null;
    },
  };
}

/** Adds the owner's name and group, where the owner passed through this portal too. */
async function withOwners(registry: Registry, locations: Location[]): Promise<PartialLocation[]> {
  const ids = [...new Set(locations.map((location) => location.customer_id))];
  const owners = await getManyCached(registry.db, registry.service, "customer", ids);
  const byId = new Map(owners.map((owner) => [owner.id, owner.json as Customer]));
  return locations.map((location) => {
    const owner = byId.get(location.customer_id);
    return owner
      ? { ...location, customer_name: owner.name, group_id: owner.group_id ?? null }
      : location;
  });
}
