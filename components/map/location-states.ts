import type { LocationCluster } from "@/lib/contract/location-clusters.ts";

/** How locations stand, each in one way; `reporting` are those that follow no control. */
export const placeStates = ["reporting", "following", "silent", "unheard"] as const;
export type PlaceState = (typeof placeStates)[number];

export type Counts = Record<PlaceState | "locations", number>;

/** How many of a cluster's locations stand how. */
export const countsOf = ({ locations, following, silent, unheard }: LocationCluster): Counts => ({
  locations,
  following,
  silent,
  unheard,
  reporting: locations - following - silent - unheard,
});

/** The counts of many clusters together. */
export function sumOf(clusters: readonly LocationCluster[]): Counts {
  const sum: Counts = { locations: 0, reporting: 0, following: 0, silent: 0, unheard: 0 };
  for (const counts of clusters.map(countsOf)) {
    for (const name of Object.keys(sum) as (keyof Counts)[]) sum[name] += counts[name];
  }
  return sum;
}

/** The state a single mark shows: what asks for attention first. */
export function mainState(counts: Counts): PlaceState {
  if (counts.silent > 0) return "silent";
  if (counts.following > 0) return "following";
  return counts.reporting > 0 ? "reporting" : "unheard";
}
