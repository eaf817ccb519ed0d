import { demoCustomer, STAFF } from "./users.ts";
import { someIds, type Ids } from "./page-ids.ts";
import type { Service } from "./service.ts";

export { customersPages, staffPages } from "../../tools/lighthouse-pages.ts";

/** One resource of each type that a user may see. */
export async function getVisibleIds(service: Service, who: string): Promise<Ids> {
  const ids = await someIds(service);
  if (who === STAFF) return ids;
  const { customer, locations, devices } = await demoCustomer(service);
  return { ...ids, customers: customer.id, locations: locations[0]!.id, devices: devices[0]!.id };
}
