import { controlsDirectory, locatedControlsDirectory } from "./controls.ts";
import { devicesDirectory, locationsDirectory } from "./locations.ts";
import type { LocalCache } from "./local-cache.ts";
import type { Directory, Lookup } from "./types.ts";
import type { Customer, Group, ListedGroup } from "../../contract/index.ts";
import { nullOn404 } from "../context/errors.ts";
import { getCached } from "../db/local-cache.ts";
import { cachedPage, emptyPage, toListQuery, toPage } from "./page.ts";

export function assembleDirectory(
  portal: Pick<Lookup, "user" | "supports" | "call">,
  cache: LocalCache,
  now: () => Date,
): Directory {
  const lookup: Lookup = { ...portal, cache, now };
  return {
    ...customersDirectory(lookup),
    ...groupsDirectory(lookup),
    ...locationsDirectory(lookup),
    ...devicesDirectory(lookup),
    ...controlsDirectory(lookup),
    ...locatedControlsDirectory(lookup),
  };
}

function customersDirectory(lookup: Lookup): Pick<Directory, "listCustomers" | "getCustomer"> {
  const { user, cache } = lookup;

  async function getCustomer(id: string): Promise<Customer | null> {
    if (user.role !== "staff" && id !== user.customerId) return null;
    if (lookup.supports("getCustomer")) {
      const answer = await nullOn404(lookup.call("getCustomer", { params: { customer_id: id } }));
      return answer?.data ?? null;
    }
    const cached = await getCached(cache.db, cache.service, "customer", id);
    return (cached?.json as Customer | undefined) ?? null;
  }

  return {
    getCustomer,
    async listCustomers(query) {
      if (user.role !== "staff") {
        const self = user.customerId === null ? null : await getCustomer(user.customerId);
        return self ? { items: [self], total: 1, complete: true } : emptyPage();
      }
      const parsed = toListQuery("listCustomers", query);
      if (!lookup.supports("listCustomers")) {
        const where = { group_id: parsed.group_id };
        return cachedPage<Customer>(lookup, "customer", { ...parsed, where });
      }
      const { data, total } = await lookup.call("listCustomers", { query });
      return toPage(data.data, total, parsed);
    },
  };
}

function groupsDirectory(lookup: Lookup): Pick<Directory, "listGroups" | "getGroup"> {
  const { user, cache } = lookup;
  return {
    async listGroups(query) {
      if (user.role !== "staff") return emptyPage();
      const parsed = toListQuery("listGroups", query);
      if (!lookup.supports("listGroups")) return cachedPage<ListedGroup>(lookup, "group", parsed);
      const { data, total } = await lookup.call("listGroups", { query });
      return toPage(data.data, total, parsed);
    },

    async getGroup(id) {
      if (user.role !== "staff") return null;
      if (lookup.supports("getGroup")) {
        return (
          (await nullOn404(lookup.call("getGroup", { params: { group_id: id } })))?.data ?? null
        );
      }
      const cached = await getCached(cache.db, cache.service, "group", id);
      return (cached?.json as Group | undefined) ?? null;
    },
  };
}
