import type { QueryOf } from "@/lib/contract/operations.ts";
import { MAX_PAGE_SIZE } from "../../contract/page-size.ts";
import type { Formats } from "@/lib/i18n/format.ts";
import { getLocationName } from "@/lib/i18n/address.ts";
import type { Directory, PartialDevice } from "@/lib/portal/directory/types.ts";
import type { Portal } from "@/lib/portal/client/portal-client.ts";
import { areaOperations } from "@/lib/contract/areas.ts";
import { readHistory } from "./location.ts";

/** A page of devices with their addresses, and its filter options. */
export async function readDevices(directory: Directory, query: QueryOf<"listDevices">, f: Formats) {
  const { location_id: id } = query;
  const [devices, brands, found] = await Promise.all([
    directory.listDevices(query),
    readDeviceBrands(directory),
    id ? directory.getLocation(id) : null,
  ]);
  const page = { ...devices, items: await withAddresses(directory, devices.items, f) };
  const location = id ? { id, name: found ? getLocationName(found, f) : id } : null;
  return { page, brands, location };
}

/** Brands among the first and the last devices by brand: no operation lists them all. */
export async function readDeviceBrands(directory: Directory): Promise<string[]> {
  const ends = await Promise.all(
    ["brand", "-brand"].map((sort) => directory.listDevices({ sort, page_size: MAX_PAGE_SIZE })),
  );
  const brands = ends.flatMap(({ items }) => items.map(({ brand }) => brand));
  return [...new Set(brands)].sort((a, b) => a.localeCompare(b));
}

/**
 * Devices with their location's address. If the service does not return it, each location is read
 * once.
 */
export async function withAddresses<D extends PartialDevice>(
  directory: Directory,
  devices: D[],
  f: Formats,
): Promise<(D & { locationName?: string })[]> {
  const unnamed = devices.filter(({ address }) => !address);
  const ids = [...new Set(unnamed.map(({ location_id }) => location_id))];
  const locations = await Promise.all(ids.map((id) => directory.getLocation(id)));
  const names = new Map(
    locations.map((each) => [each?.id, each ? getLocationName(each, f) : undefined]),
  );
  return devices.map((device) => ({
    ...device,
    place: device.address || names.get(device.location_id),
  }));
}

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
