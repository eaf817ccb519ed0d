import { getDeletionImpact } from "@/lib/portal/queries/customer-deletion-impact.ts";
import { getPortalDeps, type Portal } from "@/lib/portal/client/portal-client.ts";
import { readGroupOptions } from "./group-options.ts";

/** A customer with its locations and, for users who may delete it, the deletion impact. */
export async function readCustomer(portal: Portal, id: string) {
  const { directory, isAllowed } = portal;
  const [customer, groups, locations, leaves] = await Promise.all([
    directory.getCustomer(id),
    readGroupOptions(directory),
    directory.listLocations({ customer_id: id, page_size: 10 }),
    isAllowed("deleteCustomer") ? getDeletionImpact(getPortalDeps(), portal, id) : null,
  ]);
  return { customer, groups, locations, leaves };
}
