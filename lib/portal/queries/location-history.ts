import type { Portal } from "@/lib/portal/client/portal-client.ts";
import { getAreaCapabilities } from "./area-queries.ts";

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
