import type { Portal } from "../client/portal-client.ts";
import { getOverviewCapabilities, readOverview } from "./overview.ts";

/** A group with its live status and the latest controls. */
export async function readGroup(portal: Portal, id: string) {
  const [group, overview] = await Promise.all([
    portal.directory.getGroup(id),
    readOverview(portal, { kind: "group", id }),
  ]);
  return { group, today: { ...overview, offers: getOverviewCapabilities(portal, "group") } };
}
