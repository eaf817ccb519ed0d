import type { LocationState } from "./contract/locations.ts";

/** How a location stands by what was last heard of it; following a control is not told here. */
export type HeardState = Exclude<LocationState, "following">;

const FRESH_MS = 5 * 60_000;

/** How a location stands at a moment (ms): it reports while its latest measurement is 5 minutes old at most. */
export function heardState(lastReportedAt: string | null, now: number): HeardState {
  if (lastReportedAt === null) return "unheard";
  return now - Date.parse(lastReportedAt) <= FRESH_MS ? "reporting" : "silent";
}
