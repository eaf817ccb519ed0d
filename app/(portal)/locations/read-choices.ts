import type { LocationChoices } from "@/components/locations/locations-table.tsx";
import type { QueryOf } from "@/lib/contract/operations.ts";
import type { Portal } from "@/lib/portal/door.ts";
import { groupChoices } from "../group-choices.ts";

/** What staff can narrow the locations by; null for a customer, who sees only their own. */
export async function readChoices(
  { user, directory, offers }: Portal,
  { customer_id }: QueryOf<"listLocations">,
): Promise<LocationChoices | null> {
  if (user.role !== "staff") return null;
  const [groups, asked] = await Promise.all([
    groupChoices(directory),
    customer_id ? directory.getCustomer(customer_id) : null,
  ]);
  const unknown = customer_id ? { id: customer_id, name: customer_id } : null;
  const customer = asked ? { id: asked.id, name: asked.name } : unknown;
  return { groups, customer, states: offers("listLocations") };
}
