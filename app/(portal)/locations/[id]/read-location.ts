import type { PageQuery } from "@/components/table/table-state.ts";
import type { Portal } from "@/lib/portal/door.ts";
import { areaOffers, areaStatus } from "../../areas.ts";

/**
 * A location with how it stands, its devices, the latest controls that touched it and, for staff,
 * the page of them that is asked for.
 */
export async function readLocation(portal: Portal, id: string, query: PageQuery) {
  const { directory } = portal;
  const isStaff = portal.user.role === "staff";
  const [location, status, devices, controls, felt] = await Promise.all([
    directory.getLocation(id),
    areaStatus(portal, { kind: "location", id }),
    directory.listDevices({ location_id: id, page_size: 100 }),
    directory.listOwnControls({ locationId: id }, { page_size: 50 }),
    isStaff ? directory.listOwnControls({ locationId: id }, query) : null,
  ]);
  const today = {
    status,
    touched: { items: controls.items, total: controls.total, at: Date.now() },
    offers: areaOffers(portal, "location"),
    offersControls: portal.offers("listLocationControls"),
  };
  return { location, today, devices, controls, felt };
}
