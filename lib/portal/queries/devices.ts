import type { Formats } from "@/lib/i18n/format.ts";
import { placeName } from "@/lib/i18n/address.ts";
import type { QueryOf } from "@/lib/contract/operations.ts";
import type { Directory } from "@/lib/portal/directory/types.ts";
import { readDeviceBrands } from "./device-brands.ts";
import { withAddresses } from "./with-addresses.ts";

/** A page of devices with their addresses, and its filter options. */
export async function readDevices(directory: Directory, query: QueryOf<"listDevices">, f: Formats) {
  const { location_id: id } = query;
  const [devices, brands, found] = await Promise.all([
    directory.listDevices(query),
    readDeviceBrands(directory),
    id ? directory.getLocation(id) : null,
  ]);
  const page = { ...devices, items: await withAddresses(directory, devices.items, f) };
  const location = id ? { id, name: found ? placeName(found, f) : id } : null;
  return { page, brands, location };
}
