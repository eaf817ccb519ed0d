import type { Portal } from "@/lib/portal/client/portal-client.ts";
import { areaCapabilities } from "./area-queries.ts";

/** The latest controls that touched a location, and what its history is drawn with. */
export async function readHistory(portal: Portal, locationId: string) {
  const controls = await portal.directory.listOwnControls({ locationId }, { page_size: 50 });
  const history = {
    touched: { items: controls.items, total: controls.total, at: Date.now() },
    offers: areaCapabilities(portal, "location"),
    offersControls: portal.supports("listLocationControls"),
  };
  return { controls, history };
}
