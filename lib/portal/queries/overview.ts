import type { Area, AreaKind } from "../../contract/areas.ts";
import type { Portal } from "../client/portal-client.ts";
import { getAreaCapabilities, readAreaStatus } from "./area-queries.ts";
import type { PartialControl } from "../directory/types.ts";

const PAGE_SIZE = 50;

/** The latest controls by start time; by creation if the service lists no summaries. */
async function listLatestControls({ directory, supports }: Portal): Promise<PartialControl[]> {
  const sort = supports("listControlSummaries") ? "-time_from" : undefined;
  return (await directory.listControls({ sort, page_size: PAGE_SIZE })).items;
}

/** What the service supports for an area: its series, control summaries and lists of resources. */
export interface OverviewCapabilities extends ReturnType<typeof getAreaCapabilities> {
  summaries: boolean;
  /** Customers and locations can be listed, with the locations that stopped reporting. */
  lists: boolean;
}

/** The series the service supports for a kind of area, and which lists it supports. */
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
