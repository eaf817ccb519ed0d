import {
  areaOperations,
  type Area,
  type AreaKind,
  type AreaOffers,
} from "@/components/api/areas.ts";
import type { OverviewOffers } from "@/components/overview/not-offered.tsx";
import type { LiveStatus } from "@/lib/contract/historical.ts";
import type { Portal } from "@/lib/portal/door.ts";

/** Which readings of a kind of area the service behind the portal offers. */
export function areaOffers({ offers }: Portal, kind: AreaKind): AreaOffers {
  const { status, history, forecast, devices } = areaOperations[kind];
  return {
    status: offers(status),
    history: offers(history),
    forecast: offers(forecast),
    devices: offers(devices),
  };
}

/** The same, and whether controls are listed with their targets, and the nouns at all. */
export const overviewOffers = (portal: Portal, kind: AreaKind): OverviewOffers => ({
  ...areaOffers(portal, kind),
  summaries: portal.offers("listControlSummaries"),
  lists: portal.offers("listLocations") && portal.offers("listCustomers"),
});

/**
 * How an area stands this minute; null where the service does not tell.
 * @throws PortalError, 404 for an area there is not
 */
export async function areaStatus(portal: Portal, { kind, id }: Area): Promise<LiveStatus | null> {
  const { status, param } = areaOperations[kind];
  if (!portal.offers(status)) return null;
  return (await portal.call(status, { params: { [param]: id } as never })).data;
}
