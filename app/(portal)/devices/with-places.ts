import { placeName } from "@/components/locations/place.ts";
import type { Directory, KnownDevice } from "@/lib/portal/directory.ts";

/**
 * Devices with what people call their locations. A service that lists devices tells the address;
 * for the others each location is read once.
 */
export async function withPlaces(
  directory: Directory,
  devices: KnownDevice[],
): Promise<(KnownDevice & { place?: string })[]> {
  const unnamed = devices.filter(({ address }) => address === undefined);
  const ids = [...new Set(unnamed.map(({ location_id }) => location_id))];
  const locations = await Promise.all(ids.map((id) => directory.getLocation(id)));
  const places = new Map(locations.map((each) => [each?.id, each ? placeName(each) : undefined]));
  return devices.map((device) => ({
    ...device,
    place: device.address ?? places.get(device.location_id),
  }));
}
