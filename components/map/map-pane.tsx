"use client";

import { Minus, Plus, Scan } from "lucide-react";
import type { Dispatch, ReactNode, SetStateAction } from "react";
import type { LocationCluster } from "@/lib/contract/location-clusters.ts";
import { ClusterMark, clusterSentence } from "./cluster-mark.tsx";
import { Basemap, TownLabels } from "./basemap.tsx";
import { toCounts } from "./marker-shape.tsx";
import { usePanZoom, viewAfterKey } from "./use-pan-zoom.ts";
import { MAX_ZOOM, toScreen, type Viewport, WHOLE, getWidth, zoomAt } from "./viewport.ts";
import { useTranslations } from "next-intl";
import { useFormats } from "@/components/ui/use-formats.ts";

const KM_PER_DEGREE = 111.2;
const LENGTHS = [50, 20, 10, 5, 2, 1, 0.5, 0.2, 0.1];

/** How long a stretch of the map is on the ground. */
function ScaleBar({ view }: { view: Viewport }) {
  const t = useTranslations("map");
  const f = useFormats();
  const across = getWidth(view) * KM_PER_DEGREE;
  const km = LENGTHS.find((length) => length <= across / 4) ?? 0.1;
  return (
    <div
      aria-hidden
      className="pointer-events-none absolute top-3 left-3 border-b-2 border-muted pb-0.5 text-[0.6875rem] text-muted"
      style={{ width: `${(km / across) * 100}%` }}
    >
      {t("kilometres", { distance: f.tick(km) })}
    </div>
  );
}

type SetView = Dispatch<SetStateAction<Viewport>>;

function PaneButton({
  label,
  disabled,
  onPress,
  children,
}: {
  label: string;
  disabled: boolean;
  onPress: () => void;
  children: ReactNode;
}) {
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      disabled={disabled}
      onClick={onPress}
      className="grid size-10 place-items-center border-b -outline-offset-2 border-line bg-surface last:border-0 hover:bg-sunken disabled:text-muted disabled:opacity-60 [&_svg]:size-4.5"
    >
      {children}
    </button>
  );
}

function Buttons({ view, setView }: { view: Viewport; setView: SetView }) {
  const t = useTranslations("map.buttons");
  return (
    <div className="absolute top-12 left-3 z-20 flex flex-col overflow-hidden rounded-md border border-line-strong">
      <PaneButton
        label={t("in")}
        disabled={view.zoom >= MAX_ZOOM}
        onPress={() => setView((now) => zoomAt(now, 1))}
      >
        <Plus aria-hidden />
      </PaneButton>
      <PaneButton
        label={t("out")}
        disabled={view.zoom <= 0}
        onPress={() => setView((now) => zoomAt(now, -1))}
      >
        <Minus aria-hidden />
      </PaneButton>
      <PaneButton label={t("whole")} disabled={view.zoom <= 0} onPress={() => setView(WHOLE)}>
        <Scan aria-hidden />
      </PaneButton>
    </div>
  );
}

/**
 * The map: base map and marks. Drag, two fingers, arrow keys and buttons pan it; pinch, the wheel
 * with ctrl or cmd, + and − zoom it.
 */
export function MapPane({
  clusters,
  width,
  view,
  setView,
  selectedId,
  onPress,
  label,
  children,
}: {
  clusters: readonly LocationCluster[];
  /** How many pixels wide it is. */
  width: number;
  view: Viewport;
  setView: SetView;
  selectedId: string | null;
  onPress: (cluster: LocationCluster) => void;
  label: string;
  children?: ReactNode;
}) {
  const t = useTranslations("map");
  const f = useFormats();
  const pane = usePanZoom(setView);
  return (
    <div
      ref={pane}
      role="group"
      aria-label={label}
      aria-describedby="map-hint"
      tabIndex={0}
      onKeyDown={(event) => {
        if (event.target !== event.currentTarget || event.ctrlKey || event.metaKey) return;
        const next = viewAfterKey(view, event.key);
        if (!next) return;
        event.preventDefault();
        setView(next);
      }}
      className="relative isolate aspect-[2574/2980] w-full cursor-grab touch-pan-x touch-pan-y overflow-hidden rounded-lg border border-line bg-canvas select-none active:cursor-grabbing"
    >
      <Basemap view={view} />
      <TownLabels view={view} clusters={clusters} width={width} />
      {[...clusters]
        .sort((a, b) => a.locations - b.locations)
        .map((cluster) => {
          const { x, y } = toScreen(view, [cluster.longitude, cluster.latitude]);
          return (
            <ClusterMark
              key={cluster.location_id ?? `${cluster.longitude} ${cluster.latitude}`}
              counts={toCounts(cluster)}
              label={clusterSentence(cluster, t, f)}
              left={x}
              top={y}
              selected={selectedId !== null && cluster.location_id === selectedId}
              onPress={() => onPress(cluster)}
            />
          );
        })}
      <ScaleBar view={view} />
      <Buttons view={view} setView={setView} />
      {children}
    </div>
  );
}
