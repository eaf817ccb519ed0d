import { getDeletionImpact } from "@/lib/portal/queries/customer-deletion-impact.ts";
import { getPortalDeps, type Portal } from "@/lib/portal/client/portal-client.ts";
import type { QueryOf } from "../../contract/operations.ts";
import { hasRight } from "../auth/rights.ts";
import { readPortalAccess } from "../users/users.ts";
import { readGroupOptions } from "./group-options.ts";
import { load } from "./load.ts";

/** A customer with its locations and, for users who may delete it, the deletion impact. */
async function readCustomer(portal: Portal, id: string) {
  const { directory, isAllowed } = portal;
  const [customer, groups, locations, leaves] = await Promise.all([
    directory.getCustomer(id),
    readGroupOptions(directory),
    directory.listLocations({ customer_id: id, page_size: 10 }),
    isAllowed("deleteCustomer") ? getDeletionImpact(getPortalDeps(), portal, id) : null,
  ]);
  return { customer, groups, locations, leaves };
}

/**
 * A customer's page: the customer, its portal users for those who may invite them, and the page of its
 * controls that `query` selects where the service lists them.
 */
export async function readCustomerPage(
  portal: Portal,
  id: string,
  query: QueryOf<"listCustomerControls">,
) {
  const { user, supports, directory } = portal;
  const [customer, access, controls] = await Promise.all([
    load(() => readCustomer(portal, id)),
    hasRight(user, "operator") ? load(() => readPortalAccess(getPortalDeps(), user, id)) : null,
    supports("listCustomerControls")
      ? load(() => directory.listLocatedControls({ customerId: id }, query))
      : null,
  ]);
  return { customer, access, controls };
}
