import type { Portal } from "@/lib/portal/door.ts";

/** A location with its devices and the latest controls that touched it. */
export async function readLocation({ directory }: Portal, id: string) {
  const [location, devices, controls] = await Promise.all([
    directory.getLocation(id),
    directory.listDevices({ location_id: id, page_size: 100 }),
    directory.listOwnControls({ locationId: id }, { page_size: 10 }),
  ]);
  return { location, devices, controls };
}
