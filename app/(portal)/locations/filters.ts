import type { TableFilter } from "@/components/table/table-toolbar.tsx";
import type { QueryOf } from "@/lib/contract/operations.ts";
import type { Portal } from "@/lib/portal/door.ts";

/**
 * What staff can narrow the locations by: the groups, and the one customer the address already
 * asks for. A customer sees only their own and needs neither.
 */
export async function locationFilters(
  { user, directory }: Portal,
  { customer_id }: QueryOf<"listLocations">,
): Promise<TableFilter[]> {
  if (user.role !== "staff") return [];
  const [groups, customer] = await Promise.all([
    directory.listGroups({ page_size: 100, sort: "name" }),
    customer_id ? directory.getCustomer(customer_id) : null,
  ]);
  const choice = ({ id, name }: { id: string; name: string }) => ({ value: id, label: name });
  const byGroup = { name: "group_id", label: "Group", options: groups.items.map(choice) };
  if (!customer_id) return groups.items.length > 0 ? [byGroup] : [];
  const asked = choice(customer ?? { id: customer_id, name: customer_id });
  return [byGroup, { name: "customer_id", label: "Customer", options: [asked] }];
}
