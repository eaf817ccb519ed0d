import type { PageQuery } from "@/components/table/table-state.ts";
import type { Portal } from "@/lib/portal/door.ts";
import { areaStatus } from "../../areas.ts";
import { readHistory } from "../read-history.ts";

/**
 * A location with how it stands, its devices, the latest controls that touched it and, for staff,
 * the page of them that is asked for.
 */
export async function readLocation(portal: Portal, id: string, query: PageQuery) {
  const { directory } = portal;
  const isStaff = portal.user.role === "staff";
  const [location, status, devices, { controls, history }, felt] = await Promise.all([
    directory.getLocation(id),
    areaStatus(portal, { kind: "location", id }),
    directory.listDevices({ location_id: id, page_size: 100 }),
    readHistory(portal, id),
    isStaff ? directory.listOwnControls({ locationId: id }, query) : null,
  ]);
  return { location, today: { status, ...history }, devices, controls, felt };
}
