import type { PartialDevice } from "@/lib/portal/directory/types.ts";
import type { Portal } from "@/lib/portal/client/portal-client.ts";
import { areaOperations } from "@/lib/contract/areas.ts";
import { readHistory } from "./location-history.ts";

const { history: ofConnection, devices: ofDevices } = areaOperations.location;

/** The data of a device's history; null if the service has none. */
export async function readDeviceHistory(
  portal: Portal,
  { location_id, device_type }: Pick<PartialDevice, "location_id" | "device_type">,
) {
  const isMeter = device_type === "METER";
  if (!portal.supports(isMeter ? ofConnection : ofDevices)) return null;
  const [alike, { history }] = await Promise.all([
    isMeter ? null : portal.directory.listDevices({ location_id, device_type, page_size: 1 }),
    readHistory(portal, location_id),
  ]);
  return { ...history, isOne: alike !== null && alike.complete && alike.total === 1 };
}
