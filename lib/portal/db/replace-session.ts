import type { UserAgent } from "../context/user-agent.ts";
import type { Account } from "./accounts.ts";
import type { Database } from "./database.ts";
import { openSession, revokeSession } from "./sessions.ts";

/**
 * Opens a session and ends the one the browser may already have, of any account.
 * @param earlierId the id in the browser's session cookie, if it has one.
 */
export const replaceSession = (
  db: Database,
  earlierId: unknown,
  account: Pick<Account, "id" | "role">,
  now: Date,
  browser: UserAgent,
): Promise<string> =>
  db.transaction(async (tx) => {
    await revokeSession(tx, earlierId, now);
    return openSession(tx, account, now, browser);
  });
