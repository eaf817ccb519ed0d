import { demoCustomer, STAFF } from "./people.ts";
import { pagePatterns, someIds, type Ids } from "./places.ts";
import type { Service } from "./service.ts";

/** The pages a customer has. */
export const customersPages = [
  "/",
  "/account",
  "/controls",
  "/devices",
  "/devices/[id]",
  "/history",
  "/locations",
  "/locations/[id]",
];

/** The pages staff have, and the one for what is not there. */
export const staffPages = pagePatterns.filter((pattern) => pattern !== "/history");

/** One of each noun that somebody may see. */
export async function idsOf(service: Service, who: string): Promise<Ids> {
  const ids = await someIds(service);
  if (who === STAFF) return ids;
  const { customer, locations, devices } = await demoCustomer(service);
  return { ...ids, customers: customer.id, locations: locations[0]!.id, devices: devices[0]!.id };
}
