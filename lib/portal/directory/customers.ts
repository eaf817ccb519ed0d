import type { Customer } from "../../contract/index.ts";
import type { Directory, Lookup } from "./types.ts";
import { nullOn404 } from "../context/errors.ts";
import { getCached } from "../db/local-cache.ts";
import { toListQuery, cachedPage, emptyPage, toPage } from "./page.ts";

export function customersDirectory(
  lookup: Lookup,
): Pick<Directory, "listCustomers" | "getCustomer"> {
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
