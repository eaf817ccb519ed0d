import { leavesWith } from "@/lib/portal/customer-leaving.ts";
import { foundation, type Portal } from "@/lib/portal/door.ts";
import { groupChoices } from "../../group-choices.ts";

/** A customer with what belongs to it and, for who may delete it, what would go with it. */
export async function readCustomer(portal: Portal, id: string) {
  const { directory, may } = portal;
  const [customer, groups, locations, leaves] = await Promise.all([
    directory.getCustomer(id),
    groupChoices(directory),
    directory.listLocations({ customer_id: id, page_size: 10 }),
    may("deleteCustomer") ? leavesWith(foundation(), portal, id) : null,
  ]);
  return { customer, groups, locations, leaves };
}
