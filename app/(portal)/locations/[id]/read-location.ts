import type { Portal } from "@/lib/portal/door.ts";
import { areaOffers, areaStatus } from "../../areas.ts";

/** A location with how it stands, its devices and the latest controls that touched it. */
export async function readLocation(portal: Portal, id: string) {
  const { directory } = portal;
  const [location, status, devices, controls] = await Promise.all([
    directory.getLocation(id),
    areaStatus(portal, { kind: "location", id }),
    directory.listDevices({ location_id: id, page_size: 100 }),
    directory.listOwnControls({ locationId: id }, { page_size: 50 }),
  ]);
  const today = { status, controls: controls.items, offers: areaOffers(portal, "location") };
  return { location, today, devices, controls };
}
