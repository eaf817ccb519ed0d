import { runtime } from "../runtime.ts";
import { listSessions, type User } from "../db/sessions.ts";

/** The user's active sessions, the current one first; times in ISO 8601. */
export async function readMySessions(user: User) {
  const sessions = await listSessions(runtime().db, user.id, new Date());
  const views = sessions.map(({ id, browser, system, createdAt, lastSeenAt }) => ({
    id,
    browser,
    system,
    here: id === user.sessionId,
    createdAt: createdAt.toISOString(),
    lastSeenAt: lastSeenAt.toISOString(),
  }));
  return views.sort((a, b) => Number(b.here) - Number(a.here));
}
