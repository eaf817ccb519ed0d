import type { useTranslations } from "next-intl";
import type { Formats } from "@/lib/i18n/format.ts";
import type { LocationCluster } from "@/lib/contract/location-clusters.ts";
import { towns } from "./basemap-data.ts";
import { toCounts, locationStates } from "./location-states.ts";
import { findNearest } from "./viewport.ts";

type MapTranslator = ReturnType<typeof useTranslations<"map">>;

/** What a mark is called: the location's label, or the town that several are near. */
export function clusterName(
  { label, location_id, longitude, latitude }: LocationCluster,
  t: MapTranslator,
): string {
  if (location_id !== null) return label ?? location_id;
  const town = findNearest(towns, [longitude, latitude])?.name ?? "";
  return t("near", { town });
}

/** The same with the states of its locations, as a sentence. */
export function clusterSentence(cluster: LocationCluster, t: MapTranslator, f: Formats): string {
  const counts = toCounts(cluster);
  const states = locationStates
    .filter((state) => counts[state] > 0)
    .map((state) =>
      cluster.locations === 1
        ? t(`state.${state}`)
        : t("stateCount", { state: t(`state.${state}`), count: f.count(counts[state]) }),
    )
    .join(", ");
  return t("mark", { name: clusterName(cluster, t), count: cluster.locations, states });
}
