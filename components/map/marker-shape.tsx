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

/** The clusters with locations in a state, of which only those count; all clusters without a state. */
export function inState(
  clusters: readonly LocationCluster[],
  state: MapState | null,
): readonly LocationCluster[] {
  if (state === null) return clusters;
  return clusters.flatMap((cluster) => {
    const locations = toCounts(cluster)[state];
    if (locations === 0) return [];
    const none = { responding: 0, silent: 0, never_reported: 0 };
    return [
      { ...cluster, ...none, ...(state !== "reporting" && { [state]: locations }), locations },
    ];
  });
}

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

const shapes: Record<MapState, { path: string; colour: string; hollow?: true }> = {
  reporting: { path: "M8 2.5a5.5 5.5 0 1 0 0 11a5.5 5.5 0 1 0 0-11z", colour: "text-good" },
  responding: { path: "M8 1.2L14.8 8L8 14.8L1.2 8z", colour: "text-curtailed" },
  silent: { path: "M8 1.6L15 14H1z", colour: "text-bad" },
  never_reported: {
    path: "M8 2.5a5.5 5.5 0 1 0 0 11a5.5 5.5 0 1 0 0-11z",
    colour: "text-unknown",
    hollow: true,
  },
};

/** A location's state as a shape of its own: disc, diamond, triangle, broken ring. */
export function MarkerShape({
  state,
  className = "size-4",
}: {
  state: MapState;
  className?: string;
}) {
  const { path, colour, hollow } = shapes[state];
  return (
    <svg aria-hidden viewBox="0 0 16 16" className={`${className} ${colour} shrink-0`}>
      <path
        d={path}
        fill={hollow ? "var(--surface)" : "currentColor"}
        stroke={hollow ? "currentColor" : "var(--surface)"}
        strokeWidth={hollow ? 2 : 1.25}
        strokeDasharray={hollow ? "3 2" : undefined}
        strokeLinejoin="round"
      />
    </svg>
  );
}
