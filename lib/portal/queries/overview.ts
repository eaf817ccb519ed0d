import type { Area, AreaKind } from "../../contract/areas.ts";
import type { Portal } from "../client/portal-client.ts";
import { getAreaCapabilities, readAreaStatus } from "./area-queries.ts";
import type { PartialControl } from "../directory/types.ts";

const PAGE_SIZE = 50;

/** The latest controls by their start; by their acceptance where the service lists no summaries. */
async function listLatestControls({ directory, supports }: Portal): Promise<PartialControl[]> {
  const sort = supports("listControlSummaries") ? "-time_from" : undefined;
  return (await directory.listControls({ sort, page_size: PAGE_SIZE })).items;
}

/** What the service offers of an area: its readings, control summaries and lists of resources. */
export interface OverviewCapabilities extends ReturnType<typeof getAreaCapabilities> {
  summaries: boolean;
  /** Customers and locations are listed, with the locations that stopped reporting. */
  lists: boolean;
}

/** The readings the service offers of a kind of area, and which lists it offers at all. */
export const getOverviewCapabilities = (portal: Portal, kind: AreaKind): OverviewCapabilities => ({
  ...getAreaCapabilities(portal, kind),
  summaries: portal.supports("listControlSummaries"),
  lists: portal.supports("listLocations") && portal.supports("listCustomers"),
});

/** An area's live status and the latest controls. @throws PortalError 404 for an unknown area */
export async function readOverview(portal: Portal, area: Area) {
  const [initialStatus, initialControls] = await Promise.all([
    readAreaStatus(portal, area),
    listLatestControls(portal),
  ]);
  return { initialStatus, initialControls };
}
