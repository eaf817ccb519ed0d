import type { LocationCluster } from "@/lib/contract/location-clusters.ts";

/** The states of locations on the map; `reporting` are those that follow no control. */
export const locationStates = ["reporting", "responding", "silent", "never_reported"] as const;
export type MapState = (typeof locationStates)[number];

export type Counts = Record<MapState | "locations", number>;

/** The number of a cluster's locations per state. */
export const toCounts = ({
  locations,
  responding,
  silent,
  never_reported,
}: LocationCluster): Counts => ({
  locations,
  responding,
  silent,
  never_reported,
  reporting: locations - responding - silent - never_reported,
});

/** The counts of many clusters together. */
export function sumCounts(clusters: readonly LocationCluster[]): Counts {
  const sum: Counts = { locations: 0, reporting: 0, responding: 0, silent: 0, never_reported: 0 };
  for (const counts of clusters.map(toCounts)) {
    for (const name of Object.keys(sum) as (keyof Counts)[]) sum[name] += counts[name];
  }
  return sum;
}

/** The state a single mark shows: what asks for attention first. */
export function mainState(counts: Counts): MapState {
  if (counts.silent > 0) return "silent";
  if (counts.responding > 0) return "responding";
  return counts.reporting > 0 ? "reporting" : "never_reported";
}
