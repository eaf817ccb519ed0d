import type { QueryOf } from "@/lib/contract/operations.ts";
import type { Portal } from "@/lib/portal/client/portal-client.ts";
import { readGroupOptions, type GroupOption } from "./group-options.ts";

/** What staff can filter locations by. */
export interface LocationOptions {
  groups: GroupOption[];
  /** The customer named in the URL. */
  customer: { id: string; name: string } | null;
  /** Whether the service filters by state. */
  states: boolean;
}

/** What staff can filter the locations by; null for a customer, who sees only their own. */
export async function readLocationOptions(
  { user, directory, supports }: Portal,
  { customer_id }: QueryOf<"listLocations">,
): Promise<LocationOptions | null> {
  if (user.role !== "staff") return null;
  const [groups, found] = await Promise.all([
    readGroupOptions(directory),
    customer_id ? directory.getCustomer(customer_id) : null,
  ]);
  const unknown = customer_id ? { id: customer_id, name: customer_id } : null;
  const customer = found ? { id: found.id, name: found.name } : unknown;
  return { groups, customer, states: supports("listLocations") };
}
