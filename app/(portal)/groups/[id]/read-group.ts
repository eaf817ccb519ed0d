import type { Portal } from "@/lib/portal/door.ts";
import { areaStatus, overviewOffers } from "../../areas.ts";
import { recentControls } from "../../recent-controls.ts";

/** A group with how it stands and the latest controls. */
export async function readGroup(portal: Portal, id: string) {
  const [group, initialStatus, initialControls] = await Promise.all([
    portal.directory.getGroup(id),
    areaStatus(portal, { kind: "group", id }),
    recentControls(portal),
  ]);
  return {
    group,
    today: { initialStatus, initialControls, offers: overviewOffers(portal, "group") },
  };
}
