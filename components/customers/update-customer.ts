import { send } from "@/components/api/operation-client.ts";
import type { Customer, CustomerUpdate } from "@/lib/contract/customers.ts";

/**
 * Changes what is given of a customer, and nothing else. The operation needs the name too: where that
 * is not to change, it is the one the customer has now, if that can be read.
 */
export async function updateCustomer(
  { id, name }: Pick<Customer, "id" | "name">,
  changes: Partial<CustomerUpdate>,
  rereads: boolean,
): Promise<Customer> {
  const params = { customer_id: id };
  const isNameUnchanged = changes.name === undefined;
  const current = isNameUnchanged && rereads ? await send("getCustomer", { params }) : { name };
  return send("updateCustomer", { params, body: { name: current.name, ...changes } });
}
