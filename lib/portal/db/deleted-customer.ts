import { disableCustomerAccounts } from "./accounts.ts";
import type { Database } from "./database.ts";
import { revokeInvitations } from "./invitations.ts";
import { deleteCached } from "./local-cache.ts";

/**
 * Closes the accounts of a customer that a service deleted, revokes its invitations and removes it
 * from the cache. It may be repeated.
 */
export async function clearDeletedCustomer(
  { db, service }: { db: Database; service: string },
  customerId: string,
  now: Date,
): Promise<void> {
  await disableCustomerAccounts(db, customerId, now);
  await revokeInvitations(db, { customerId }, now);
  await deleteCached(db, service, "customer", customerId);
}
