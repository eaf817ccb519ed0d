import type { Customer } from "../../contract/index.ts";
import type { Directory, Lookup } from "./types.ts";
import { nullOn404 } from "../context/errors.ts";
import { getCached } from "../db/local-cache.ts";
import { toListQuery, cachedPage, emptyPage, pageOf } from "./page.ts";

export function customersDirectory(
  lookup: Lookup,
): Pick<Directory, "listCustomers" | "getCustomer"> {
  const { user, registry } = lookup;

  async function getCustomer(id: string): Promise<Customer | null> {
    if (user.role !== "staff" && id !== user.customerId) return null;
    if (lookup.supports("getCustomer")) {
      const answer = await nullOn404(lookup.call("getCustomer", { params: { customer_id: id } }));
      return answer?.data ?? null;
    }
    const known = await getCached(registry.db, registry.service, "customer", id);
    return (known?.json as Customer | undefined) ?? null;
  }

  return {
    getCustomer,
    async listCustomers(query) {
      if (user.role !== "staff") {
        const self = user.customerId === null ? null : await getCustomer(user.customerId);
        return self ? { items: [self], total: 1, complete: true } : emptyPage();
      }
      const asked = toListQuery("listCustomers", query);
      if (!lookup.supports("listCustomers")) {
        const where = { group_id: asked.group_id };
        return cachedPage<Customer>(lookup, "customer", { ...asked, where });
      }
      const { data, total } = await lookup.call("listCustomers", { query });
      return pageOf(data.data, total, asked);
    },
  };
}
