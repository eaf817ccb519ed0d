import type { QueryOf } from "@/lib/contract/operations.ts";
import type { Portal } from "@/lib/portal/client/portal-client.ts";
import { readAreaStatus } from "./area-queries.ts";
import { readHistory } from "./location-history.ts";

/**
 * A location with how it stands, its devices, the latest controls that touched it and, for staff,
 * the page of them that is asked for.
 */
export async function readLocation(
  portal: Portal,
  id: string,
  query: QueryOf<"listLocationControls">,
) {
  const { directory } = portal;
  const isStaff = portal.user.role === "staff";
  const [location, status, devices, { controls, history }, felt] = await Promise.all([
    directory.getLocation(id),
    readAreaStatus(portal, { kind: "location", id }),
    directory.listDevices({ location_id: id, page_size: 100 }),
    readHistory(portal, id),
    isStaff ? directory.listLocatedControls({ locationId: id }, query) : null,
  ]);
  return { location, today: { status, ...history }, devices, controls, felt };
}
