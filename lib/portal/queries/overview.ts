import {
  type Area,
  type AreaKind,
  areaOperations,
  zoneCoverage,
  type AreaCapabilities,
} from "../../contract/areas.ts";
import type { Portal } from "../client/portal-client.ts";
import type { PartialControl } from "../directory/types.ts";
import type { LiveStatus } from "../../contract/historical.ts";

const PAGE_SIZE = 50;

/**
 * Controls on any area by relevance, and those issued against a group, which the others may crowd out;
 * the latest by creation if the service lists no summaries.
 */
async function listLatestControls(
  { directory, supports }: Portal,
  { kind, id }: Area,
): Promise<PartialControl[]> {
  if (!supports("listControlSummaries"))
    return (await directory.listControls({ page_size: PAGE_SIZE })).items;
  const query = { sort: "relevance", page_size: PAGE_SIZE };
  const pages = await Promise.all([
    ...(kind === "group" ? [directory.listControls({ ...query, group_id: id })] : []),
    directory.listControls(query),
  ]);
  const byId = new Map(pages.flatMap(({ items }) => items).map((each) => [each.id, each]));
  return [...byId.values()];
}

/** What the service supports for an area: its series, control summaries and lists of resources. */
export interface OverviewCapabilities extends ReturnType<typeof getAreaCapabilities> {
  summaries: boolean;
  /** Controls can await approval. */
  requests: boolean;
  /** Customers and locations can be listed, with the locations that stopped reporting. */
  lists: boolean;
  advice: boolean;
}

/** The series the service supports for a kind of area, and which lists it supports. */
export const getOverviewCapabilities = (portal: Portal, kind: AreaKind): OverviewCapabilities => ({
  ...getAreaCapabilities(portal, kind),
  summaries: portal.supports("listControlSummaries"),
  requests: portal.supports("listControlRequests"),
  lists: portal.supports("listLocations") && portal.supports("listCustomers"),
  advice: kind === "bidding-zone" && portal.supports("getBiddingZoneAdvice"),
});

/** An area's live status and the latest controls. @throws PortalError 404 for an unknown area */
export async function readOverview(portal: Portal, area: Area) {
  const [initialStatus, initialControls] = await Promise.all([
    readAreaStatus(portal, area),
    listLatestControls(portal, area),
  ]);
  return { initialStatus, initialControls };
}

/** The series the service supports for a kind of area. */
export function getAreaCapabilities({ supports }: Portal, kind: AreaKind): AreaCapabilities {
  const { status, history, forecast, changes, devices } = areaOperations[kind];
  return {
    status: supports(status),
    history: supports(history),
    forecast: supports(forecast),
    changes: supports(changes),
    devices: supports(devices),
    coverage: kind === "bidding-zone" && supports(zoneCoverage),
    prices: kind === "bidding-zone" && supports("getBiddingZonePrices"),
  };
}

/**
 * An area's live status; null if the service does not support it.
 * @throws PortalError 404 for an unknown area
 */
export async function readAreaStatus(
  portal: Portal,
  { kind, id }: Area,
): Promise<LiveStatus | null> {
  const { status, param } = areaOperations[kind];
  if (!portal.supports(status)) return null;
  return (await portal.call(status, { params: { [param]: id } as never })).data;
}
