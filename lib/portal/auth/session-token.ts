import { decode } from "next-auth/jwt";

const MAX_TOKENS = 10_000;

interface Known {
  sessionId: unknown;
  expiresAtMs: number;
}

/**
 * Tokens that were decrypted lately, with the session each names. What a token says never changes;
 * whether its session is active is read from the database on every call.
 */
const known = new Map<string, Known>();

/** The session id in a session cookie, active or not; undefined for one that is not ours or too old. */
export async function readSessionToken(token: string, secret: string): Promise<unknown> {
  const cached = known.get(token) ?? (await decrypt(token, secret));
  known.delete(token);
  if (!cached || cached.expiresAtMs <= Date.now()) return undefined;
  known.set(token, cached);
  if (known.size > MAX_TOKENS) known.delete(known.keys().next().value!);
  return cached.sessionId;
}

async function decrypt(token: string, secret: string): Promise<Known | null> {
  const payload = await decode({ token, secret }).catch(() => null);
  if (!payload) return null;
  return { sessionId: payload.sid, expiresAtMs: Number(payload.exp) * 1000 };
}
