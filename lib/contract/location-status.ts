import type { LocationDetail, LocationState } from "./locations.ts";

/** How long a measurement counts as recent. */
export const FRESH_MS = 5 * 60_000;

/**
 * The state of a location at a moment (ms), as lists filter it and the map counts it: it reports,
 * or follows a control, while its latest measurement is at most 5 minutes old.
 */
export function getLocationState(
  {
    last_reported_at,
    responding,
  }: Pick<LocationDetail, "last_reported_at"> & Partial<Pick<LocationDetail, "responding">>,
  now: number,
): LocationState {
  if (last_reported_at === null) return "never_reported";
  if (now - Date.parse(last_reported_at) > FRESH_MS) return "silent";
  return responding ? "responding" : "reporting";
}
