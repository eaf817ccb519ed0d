import { localToInstants } from "@/lib/time/local-input.ts";
import { startOfDay } from "@/lib/time/amsterdam.ts";
import { toMillis } from "@/lib/time/instant.ts";
import { type Formats } from "@/lib/i18n/format.ts";

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
