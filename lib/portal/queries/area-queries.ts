import {
  areaOperations,
  zoneCoverage,
  type Area,
  type AreaKind,
  type AreaCapabilities,
} from "../../contract/areas.ts";
import type { LiveStatus } from "../../contract/historical.ts";
import type { Portal } from "../client/portal-client.ts";

/** The series the service supports for a kind of area. */
export function getAreaCapabilities({ supports }: Portal, kind: AreaKind): AreaCapabilities {
  const { status, history, forecast, devices } = areaOperations[kind];
  return {
    status: supports(status),
    history: supports(history),
    forecast: supports(forecast),
    devices: supports(devices),
    coverage: kind === "bidding-zone" && supports(zoneCoverage),
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
