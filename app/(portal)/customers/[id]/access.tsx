import { PortalAccess } from "@/components/people/portal-access.tsx";
import { foundation, type Portal } from "@/lib/portal/door.ts";
import { readPortalAccess } from "@/lib/portal/people.ts";
import { hasRight } from "@/lib/portal/rights.ts";
import { load } from "../../load.tsx";

/** Who signs in for a customer, for those who may let them in. */
export async function CustomerAccess({
  portal: { user },
  customer,
}: {
  portal: Portal;
  customer: { id: string; name: string; email?: string };
}) {
  if (!hasRight(user, "operator")) return null;
  const read = () => readPortalAccess(foundation(), user, customer.id);
  const { data, failure } = await load(read);
  return failure ?? <PortalAccess customer={customer} access={data} />;
}
