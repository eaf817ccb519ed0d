import { classNames } from "@/components/ui/class-names.ts";
import { useFormats } from "@/components/ui/use-formats.ts";
import { getRadius } from "./cluster-layout.ts";
import {
  MarkerShape,
  mainState,
  type Counts,
  type MapState,
  toCounts,
  locationStates,
} from "./marker-shape.tsx";
import type { useTranslations } from "next-intl";
import type { Formats } from "@/lib/i18n/format.ts";
import type { LocationCluster } from "@/lib/contract/location-clusters.ts";
import { towns } from "./basemap-data.ts";
import { findNearest } from "./viewport.ts";

const RADIUS = 15;
const CIRCUMFERENCE = 2 * Math.PI * RADIUS;

/** How the ring is divided, each location in one part. */
const parts: [MapState, string][] = [
  ["reporting", "stroke-good"],
  ["responding", "stroke-curtailed"],
  ["silent", "stroke-bad"],
  ["never_reported", "stroke-unknown"],
];

/** The stretches of the ring, each from where the one before it ends. */
function toArcs(counts: Counts) {
  const shares = parts.map(([state]) => (counts[state] / counts.locations) * CIRCUMFERENCE);
  return parts
    .map(([state, stroke], index) => ({
      state,
      stroke,
      before: shares.slice(0, index).reduce((sum, share) => sum + share, 0),
      length: shares[index] ?? 0,
    }))
    .filter(({ length }) => length > 0);
}

function Ring({ counts }: { counts: Counts }) {
  const arcs = toArcs(counts);
  return (
    <svg aria-hidden viewBox="0 0 40 40" className="absolute inset-0 size-full -rotate-90">
      <circle cx={20} cy={20} r={17} className="fill-surface" />
      {arcs.map(({ state, stroke, before, length }) => (
        <circle
          key={state}
          cx={20}
          cy={20}
          r={RADIUS}
          fill="none"
          strokeWidth={3.5}
          className={stroke}
          strokeDasharray={`${length} ${CIRCUMFERENCE - length}`}
          strokeDashoffset={-before}
        />
      ))}
    </svg>
  );
}

/** What needs attention in a cluster, as a shape next to it. */
function Flag({ state, className }: { state: MapState; className: string }) {
  return <MarkerShape state={state} className={`absolute size-3.5 ${className}`} />;
}

/**
 * One mark: a location as its state's shape, several as their number in a ring of their states.
 * Reached with the pointer; the table beside the map is the same for everybody else.
 */
export function ClusterMark({
  counts,
  label,
  left,
  top,
  selected,
  onPress,
}: {
  counts: Counts;
  label: string;
  left: number;
  top: number;
  selected: boolean;
  onPress: () => void;
}) {
  const f = useFormats();
  const single = counts.locations === 1;
  const size = getRadius(counts.locations);
  return (
    <button
      type="button"
      tabIndex={-1}
      aria-label={label}
      title={label}
      onClick={onPress}
      className={classNames(
        "absolute grid -translate-1/2 place-items-center rounded-full hover:z-10 hover:brightness-110",
        selected && "z-10 outline-2 outline-offset-1 outline-focus",
      )}
      style={{ left: `${left * 100}%`, top: `${top * 100}%`, width: size, height: size }}
    >
      {single ? (
        <MarkerShape state={mainState(counts)} className="size-5" />
      ) : (
        <>
          <Ring counts={counts} />
          <span className="relative text-xs font-semibold">{f.count(counts.locations)}</span>
          {counts.silent > 0 && <Flag state="silent" className="-top-1 -right-1" />}
          {counts.responding > 0 && <Flag state="responding" className="-top-1 -left-1" />}
        </>
      )}
    </button>
  );
}

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
