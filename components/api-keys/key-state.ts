import { toMillis } from "@/lib/time/instant.ts";
import type { ApiKey } from "@/lib/contract/keys.ts";

type KeyState = "inForce" | "revoked" | "expired";

/** The state of a key at a moment (milliseconds since 1970), and since when if it ended. */
export function getKeyState(key: ApiKey, now: number): { state: KeyState; since: string | null } {
  if (key.revoked_at) return { state: "revoked", since: key.revoked_at };
  if (key.expires_at && toMillis(key.expires_at) <= now) {
    return { state: "expired", since: key.expires_at };
  }
  return { state: "inForce", since: null };
}

/** Until when the key from before the last rotation works too; null where it does not any more. */
export function getPreviousKeyExpiry(key: ApiKey, now: number): string | null {
  const { previous_until: until } = key;
  return until && toMillis(until) > now && getKeyState(key, now).state === "inForce" ? until : null;
}
