import type { LocationCluster } from "@/lib/contract/location-clusters.ts";
import { toPoint, WIDTH } from "./viewport.ts";

/** How wide the mark of so many locations is, in pixels. */
export const getRadius = (locations: number): number =>
  locations === 1 ? 28 : Math.min(56, 32 + 10 * Math.log10(locations));

const FLAG_OVER = 4;

const hasFlag = ({ locations, silent, responding }: LocationCluster) =>
  locations > 1 && silent + responding > 0;

/** How far a mark reaches from its middle: round, or a square where flags stand at its corners. */
export const getReach = (cluster: LocationCluster): number =>
  getRadius(cluster.locations) / 2 + (hasFlag(cluster) ? FLAG_OVER : 0);

/** Whether two marks would lie on each other, where so many pixels are a degree of latitude. */
function overlap(a: LocationCluster, b: LocationCluster, scale: number): boolean {
  const [one, other] = [toPoint([a.longitude, a.latitude]), toPoint([b.longitude, b.latitude])];
  const [right, down] = [Math.abs(one.x - other.x), Math.abs(one.y - other.y)];
  const apart = hasFlag(a) || hasFlag(b) ? Math.max(right, down) : Math.hypot(right, down);
  return apart * scale < getReach(a) + getReach(b);
}

/** Two clusters as one, in the mean place of their locations. */
function together(a: LocationCluster, b: LocationCluster): LocationCluster {
  const locations = a.locations + b.locations;
  const mean = (of: "latitude" | "longitude") =>
    (a[of] * a.locations + b[of] * b.locations) / locations;
  return {
    latitude: mean("latitude"),
    longitude: mean("longitude"),
    locations,
    responding: a.responding + b.responding,
    silent: a.silent + b.silent,
    never_reported: a.never_reported + b.never_reported,
    location_id: null,
    label: null,
  };
}

const bySize = (a: LocationCluster, b: LocationCluster) =>
  b.locations - a.locations || a.latitude - b.latitude || a.longitude - b.longitude;

/**
 * Merges the clusters whose marks would overlap on a map of this width in pixels. The result depends
 * on the zoom level, not on the position: panning changes no mark.
 */
export function joined(
  clusters: readonly LocationCluster[],
  zoom: number,
  width: number,
): LocationCluster[] {
  const scale = (width / WIDTH) * 2 ** zoom;
  const made: LocationCluster[] = [];
  for (const cluster of [...clusters].sort(bySize)) {
    let next = cluster;
    const isHit = (other: LocationCluster) => overlap(next, other, scale);
    for (let at = made.findIndex(isHit); at >= 0; at = made.findIndex(isHit)) {
      next = together(next, made[at]!);
      made.splice(at, 1);
    }
    made.push(next);
  }
  return made;
}
