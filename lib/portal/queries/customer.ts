import { getPortalDeps, type Portal } from "@/lib/portal/client/portal-client.ts";
import { MAX_PAGE_SIZE } from "../../contract/page-size.ts";
import type { QueryOf } from "../../contract/operations.ts";
import { hasRight } from "../auth/policy.ts";
import { readPortalAccess } from "../users/users.ts";
import { readGroupOptions } from "./group.ts";
import { load } from "./load.ts";
import { toMillis } from "../../time/instant.ts";
import { type LocatedControl } from "../../contract/index.ts";
import type { Directory } from "../directory/types.ts";
import type { PortalDeps } from "../service-client/portal-deps.ts";
import { PortalError } from "../context/errors.ts";
import { getRequestId } from "../context/request-context.ts";
import { listAccounts } from "../db/users.ts";

/** What deleting a customer also deletes; null if the service does not return it. */
export interface DeletionImpact {
  sites: { locations: number; devices: number } | null;
  /** Current and scheduled controls at their locations. */
  controls: number | null;
  /** Open accounts of this portal, which will be closed. */
  accounts: number;
}

/** Maximum number of pages of a customer's controls that are read. */
const MAX_PAGES = 5;

/** @throws PortalError 403 for a user who may not delete customers. */
export async function getDeletionImpact(
  deps: Pick<PortalDeps, "db" | "now">,
  portal: Pick<Portal, "isAllowed" | "directory">,
  customerId: string,
): Promise<DeletionImpact> {
  if (!portal.isAllowed("deleteCustomer")) {
    throw new PortalError("forbidden", "Your account may not do this.", getRequestId());
  }
  const { directory } = portal;
  const now = deps.now();
  const of = { customer_id: customerId, page_size: 1 };
  const [locations, devices, controls, accounts] = await Promise.all([
    directory.listLocations(of),
    directory.listDevices(of),
    countUpcomingControls(directory, customerId, now),
    listAccounts(deps.db, { customerId }, now),
  ]);
  const counted = locations.complete && devices.complete;
  return {
    sites: counted ? { locations: locations.total, devices: devices.total } : null,
    controls,
    accounts: accounts.filter(({ disabledAt }) => disabledAt === null).length,
  };
}

async function countUpcomingControls(directory: Directory, customerId: string, now: Date) {
  let found = 0;
  for (let page = 0; page < MAX_PAGES; page++) {
    const query = { page, page_size: MAX_PAGE_SIZE };
    const { items, complete } = await directory.listLocatedControls({ customerId }, query);
    if (!complete) return null;
    found += items.filter((control) => isUpcoming(control, now)).length;
    if (items.length < MAX_PAGE_SIZE) break;
  }
  return found;
}

const isUpcoming = ({ cancelled_at, effective_to }: LocatedControl, now: Date) =>
  cancelled_at === null && now.getTime() < toMillis(effective_to);

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
