import type { Formats } from "@/lib/i18n/format.ts";
import { placeName } from "@/lib/i18n/address.ts";
import type { Directory, PartialDevice } from "@/lib/portal/directory/types.ts";

/**
 * Devices with their location's address. If the service does not return it, each location is read
 * once.
 */
export async function withAddresses<D extends PartialDevice>(
  directory: Directory,
  devices: D[],
  f: Formats,
): Promise<(D & { place?: string })[]> {
  const unnamed = devices.filter(({ address }) => !address);
  const ids = [...new Set(unnamed.map(({ location_id }) => location_id))];
  const locations = await Promise.all(ids.map((id) => directory.getLocation(id)));
  const places = new Map(
    locations.map((each) => [each?.id, each ? placeName(each, f) : undefined]),
  );
  return devices.map((device) => ({
    ...device,
    place: device.address || places.get(device.location_id),
  }));
}
