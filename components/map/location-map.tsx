"use client";

import type { GroupOption } from "@/lib/portal/queries/group.ts";
import { useCallback, useMemo, useState, type Dispatch, type SetStateAction } from "react";
import { useOperation } from "@/components/api/use-operation.ts";
import { Freshness } from "@/components/status/data-source.tsx";
import { Card } from "@/components/ui/card.tsx";
import { Field, Select } from "@/components/ui/field.tsx";
import { Failure } from "@/components/api/failure.tsx";
import { Empty, Skeleton } from "@/components/ui/states.tsx";
import type { LocationCluster } from "@/lib/contract/location-clusters.ts";
import { ClustersTable } from "./clusters-table.tsx";
import { MapPane } from "./map-pane.tsx";
import { joined } from "./cluster-layout.ts";
import { LocationCard } from "./location-card.tsx";
import { type Counts, locationStates, sumCounts, MarkerShape } from "./marker-shape.tsx";
import {
  toQueryBox,
  isVisible,
  MAX_ZOOM,
  toPoint,
  WHOLE,
  clampViewport,
  type Viewport,
} from "./viewport.ts";
import { useTranslations } from "next-intl";
import { useFormats } from "@/components/ui/use-formats.ts";

const EVERY = 30_000;
const NONE: LocationCluster[] = [];
const NARROWEST = 288;

function GroupFilter({
  groups,
  value,
  onChoose,
}: {
  groups: readonly GroupOption[];
  value: string;
  onChoose: (id: string) => void;
}) {
  const t = useTranslations("map");
  return (
    <Field label={t("group")} className="w-full sm:w-64">
      <Select value={value} onChange={(event) => onChoose(event.target.value)}>
        <option value="">{t("allGroups")}</option>
        {groups.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </Select>
    </Field>
  );
}

/** How many pixels wide what the ref is put on is; of a small phone until that is known. */
function useWidth() {
  const [width, setWidth] = useState(NARROWEST);
  const ref = useCallback((element: HTMLElement | null) => {
    if (!element) return;
    const read = () => setWidth(element.clientWidth);
    read();
    const size = new ResizeObserver(read);
    size.observe(element);
    return () => size.disconnect();
  }, []);
  return { width, ref };
}

/**
 * The visible clusters of the box around a view. While a box is loading, those of the previous box
 * stay; the component is remounted for each group. Clusters whose markers would overlap are joined.
 */
function useClusters(view: Viewport, groupId: string, width: number) {
  const query = { ...toQueryBox(view), ...(groupId === "" ? {} : { group_id: groupId }) };
  const reading = useOperation(
    "listLocationClusters",
    { query },
    { refreshInterval: EVERY, keepPreviousData: true },
  );
  const clusters = reading.data?.data ?? NONE;
  const all = useMemo(() => joined(clusters, view.zoom, width), [clusters, view.zoom, width]);
  return {
    reading,
    shown: all.filter(({ longitude, latitude }) => isVisible(view, [longitude, latitude])),
  };
}

/** A view closer to a cluster, in which it comes apart. */
const zoomTowards = (view: Viewport, { longitude, latitude }: LocationCluster): Viewport =>
  clampViewport({
    ...toPoint([longitude, latitude]),
    zoom: Math.min(MAX_ZOOM, Math.floor(view.zoom) + 2),
  });

/** The locations of one group, or of all: what each shape means, the map and the table. */
function GroupMap({
  groupId,
  view,
  setView,
}: {
  groupId: string;
  view: Viewport;
  setView: Dispatch<SetStateAction<Viewport>>;
}) {
  const t = useTranslations("map");
  const [selected, setSelected] = useState<LocationCluster | null>(null);
  const { width, ref } = useWidth();
  const { reading, shown: clusters } = useClusters(view, groupId, width);
  const { data, problem, at, isStale, mutate } = reading;
  const counts = data ? sumCounts(clusters) : null;
  const isLoading = !data && !problem;

  const press = (cluster: LocationCluster) => {
    const staysOne = cluster.location_id !== null || view.zoom >= MAX_ZOOM;
    setSelected(staysOne ? cluster : null);
    if (!staysOne) setView(zoomTowards(view, cluster));
  };

  return (
    <>
      <MapLegend counts={counts} />
      {!data && problem && (
        <div className="basis-full">
          <Failure problem={problem} onRetry={mutate} />
        </div>
      )}
      <div className="grid basis-full items-start gap-4 lg:grid-cols-[minmax(0,38rem)_minmax(0,1fr)]">
        <div ref={ref} className="min-w-0">
          <MapPane
            clusters={clusters}
            width={width}
            view={view}
            setView={setView}
            selectedId={selected?.location_id ?? null}
            onPress={press}
            label={counts ? t("label", { count: counts.locations }) : t("labelUnknown")}
          >
            {isLoading && <Skeleton className="absolute inset-x-0 bottom-0 h-2" />}
            {selected && <LocationCard cluster={selected} onClose={() => setSelected(null)} />}
          </MapPane>
          <p id="map-hint" className="mt-2 text-xs text-muted">
            {t("hint")}
          </p>
        </div>
        {isLoading && <Skeleton className="h-96" />}
        {counts && (
          <Card
            title={t("table.title")}
            subtitle={t("count", { count: counts.locations })}
            actions={<Freshness at={at} isStale={isStale} />}
          >
            {clusters.length === 0 ? (
              <Empty title={t("none")} hint={t("noneHint")} />
            ) : (
              <ClustersTable clusters={clusters} onZoom={press} />
            )}
          </Card>
        )}
      </div>
    </>
  );
}

/** All locations on a map and in a table; those of one group when one is selected. */
export function LocationMap({
  groups,
  initialGroupId,
}: {
  groups: readonly GroupOption[];
  initialGroupId: string;
}) {
  const [view, setView] = useState(WHOLE);
  const [groupId, setGroupId] = useState(initialGroupId);
  const chooseGroup = (id: string) => {
    setGroupId(id);
    history.replaceState(
      null,
      "",
      id === "" ? "/map" : `/map?${new URLSearchParams({ group_id: id })}`,
    );
  };
  return (
    <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
      <GroupFilter groups={groups} value={groupId} onChoose={chooseGroup} />
      <GroupMap key={groupId} groupId={groupId} view={view} setView={setView} />
    </div>
  );
}

/** The meaning of each shape, and how many of the shown locations have it; null if unknown. */
function MapLegend({ counts }: { counts: Counts | null }) {
  const t = useTranslations("map");
  const f = useFormats();
  return (
    <ul className="flex flex-wrap gap-x-5 gap-y-1.5">
      {locationStates.map((state) => (
        <li key={state} className="flex items-center gap-1.5">
          <MarkerShape state={state} />
          <span>{t(`state.${state}`)}</span>
          <strong className="min-w-6 font-semibold">{counts && f.count(counts[state])}</strong>
        </li>
      ))}
    </ul>
  );
}
