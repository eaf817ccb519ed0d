import { toMillis } from "@/lib/time/instant.ts";
import type { ApiKey, Scope } from "@/lib/contract/keys.ts";
import { localToInstants } from "@/lib/time/local-input.ts";
import { startOfDay } from "@/lib/time/amsterdam.ts";
import { type Formats } from "@/lib/i18n/format.ts";

export const scopes: Scope[] = ["read", "control", "manage", "keys"];
export const isScope = (scope: string): scope is Scope => scopes.includes(scope as Scope);

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

/**
 * When a day (`2026-12-31`) ends in Amsterdam, in ISO 8601; null for an empty field. What is no day
 * stays as it is, for the contract to refuse: it must not come to mean "never".
 */
export function toExpiryInstant(day: string): string | null {
  if (day === "") return null;
  const [noon] = localToInstants(`${day}T12:00`);
  return noon === undefined ? day : new Date(startOfDay(noon, 1)).toISOString();
}

/** Formats an end: midnight is shown as the end of the previous day, `24:00`. */
export function endMoment(at: string, f: Formats): string {
  const end = toMillis(at);
  return startOfDay(end) === end ? `${f.day(end - 1)}, 24:00` : f.moment(at);
}
