import type { LocationDetail, LocationState } from "./locations.ts";

/** A measurement is recent for this long. */
export const FRESH_MS = 5 * 60_000;

/**
 * How a location stands at a moment (ms), in one way each, as lists find it and the map counts it: it
 * reports, or follows a control, while its latest measurement is 5 minutes old at most.
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
