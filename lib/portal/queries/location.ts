import type { QueryOf } from "@/lib/contract/operations.ts";
import { MAX_PAGE_SIZE } from "../../contract/page-size.ts";
import { getAreaCapabilities, readAreaStatus } from "./overview.ts";
import type { Portal } from "@/lib/portal/client/portal-client.ts";
import { readGroupOptions, type GroupOption } from "./group.ts";

/**
 * A location with its status, devices, latest controls and, for staff, the requested page of its
 * controls.
 */
export async function readLocation(
  portal: Portal,
  id: string,
  query: QueryOf<"listLocationControls">,
) {
  const { directory } = portal;
  const isStaff = portal.user.role === "staff";
  const [location, status, devices, { controls, history }, locationControls] = await Promise.all([
    directory.getLocation(id),
    readAreaStatus(portal, { kind: "location", id }),
    directory.listDevices({ location_id: id, page_size: MAX_PAGE_SIZE }),
    readHistory(portal, id),
    isStaff ? directory.listLocatedControls({ locationId: id }, query) : null,
  ]);
  return { location, today: { status, ...history }, devices, controls, locationControls };
}

/** The latest controls of a location, and the data of its history chart. */
export async function readHistory(portal: Portal, locationId: string) {
  const controls = await portal.directory.listLocatedControls({ locationId }, { page_size: 50 });
  const history = {
    touched: { items: controls.items, total: controls.total, at: Date.now() },
    capabilities: getAreaCapabilities(portal, "location"),
    hasControls: portal.supports("listLocationControls"),
  };
  return { controls, history };
}

/** What staff can filter locations by. */
export interface LocationOptions {
  groups: GroupOption[];
  /** The customer named in the URL. */
  customer: { id: string; name: string } | null;
  /** Whether the service filters by state. */
  states: boolean;
}

/** What staff can filter the locations by; null for a customer, who sees only their own. */
export async function readLocationOptions(
  { user, directory, supports }: Portal,
  { customer_id }: QueryOf<"listLocations">,
): Promise<LocationOptions | null> {
  if (user.role !== "staff") return null;
  const [groups, found] = await Promise.all([
    readGroupOptions(directory),
    customer_id ? directory.getCustomer(customer_id) : null,
  ]);
  const unknown = customer_id ? { id: customer_id, name: customer_id } : null;
  const customer = found ? { id: found.id, name: found.name } : unknown;
  return { groups, customer, states: supports("listLocations") };
}
