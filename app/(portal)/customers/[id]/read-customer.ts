import type { Portal } from "@/lib/portal/door.ts";

/**
 * A customer with what belongs to it. `goes` counts what a deletion takes along; null where only
 * what passed through this portal could be counted.
 */
export async function readCustomer({ directory }: Portal, id: string) {
  const [customer, groups, locations, devices] = await Promise.all([
    directory.getCustomer(id),
    directory.listGroups({ page_size: 100, sort: "name" }),
    directory.listLocations({ customer_id: id, page_size: 10 }),
    directory.listDevices({ customer_id: id, page_size: 1 }),
  ]);
  const goes = locations.complete ? { locations: locations.total, devices: devices.total } : null;
  return { customer, groups: groups.items, locations, goes };
}
