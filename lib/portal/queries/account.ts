import { mustSetUpSecondFactor } from "../auth/require-mfa.ts";
import { createPortalClient } from "../client/portal-client.ts";
import type { User } from "../db/sessions.ts";
import { readMySecondFactor } from "../users/my-mfa.ts";
import { readMySessions } from "../users/my-sessions.ts";
import { load } from "./load.ts";

/** A customer's own details, as far as the service provides them. */
async function readDetails(user: User, id: string) {
  const { directory, supports } = await createPortalClient(user);
  const { data, problem } = await load(() => directory.getCustomer(id));
  const customer = data ?? { id, name: user.name };
  return { customer, rereads: supports("getCustomer"), problem };
}

/**
 * The parts of the account page; null where the user has none. Before a required second factor is set up
 * there is no other part.
 */
export async function readAccount(user: User) {
  const isBarred = mustSetUpSecondFactor(user);
  const hasSecondFactor = user.role === "staff" && !user.atProvider;
  const [secondFactor, sessions, details] = await Promise.all([
    isBarred || hasSecondFactor ? load(() => readMySecondFactor(user)) : null,
    isBarred ? null : load(() => readMySessions(user)),
    isBarred || user.customerId === null ? null : readDetails(user, user.customerId),
  ]);
  return { isBarred, secondFactor, sessions, details };
}
