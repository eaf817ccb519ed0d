import { disableCustomerAccounts } from "../db/accounts.ts";
import { revokeInvitations } from "../db/invitations.ts";
import { deleteCached } from "../db/local-cache.ts";
import type { LocalCache } from "../directory/local-cache.ts";

/**
 * Closes the accounts of a customer that the service deleted, revokes its invitations and removes
 * it from the cache. It may be repeated.
 */
export async function clearDeletedCustomer(
  { db, service }: LocalCache,
  customerId: string,
  now: Date,
): Promise<void> {
  await disableCustomerAccounts(db, customerId, now);
  await revokeInvitations(db, { customerId }, now);
  await deleteCached(db, service, "customer", customerId);
}
