import type { QueryOf } from "@/lib/contract/operations.ts";
import { getAreaCapabilities, readAreaStatus } from "./area-queries.ts";
import type { Portal } from "@/lib/portal/client/portal-client.ts";

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
    directory.listDevices({ location_id: id, page_size: 100 }),
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
