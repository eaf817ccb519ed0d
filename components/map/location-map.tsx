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
import { StateFilter } from "./state-filter.tsx";
import { inState, type MapState, sumCounts } from "./marker-shape.tsx";
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

/** Which locations are on the map: of one group and in one state, or of all. */
interface MapFilter {
  groupId: string;
  state: MapState | null;
}

/** The address of the map with a filter. */
function toAddress({ groupId, state }: MapFilter): string {
  const query = new URLSearchParams();
  if (groupId !== "") query.set("group_id", groupId);
  if (state !== null) query.set("state", state);
  return query.size === 0 ? "/map" : `/map?${query}`;
}

/**
 * The visible clusters of the box around a view, and of these the ones in a state. While a box is
 * loading, those of the previous box stay; the component is remounted for each group. Clusters whose
 * markers would overlap are joined.
 */
function useClusters(view: Viewport, { groupId, state }: MapFilter, width: number) {
  const query = { ...toQueryBox(view), ...(groupId === "" ? {} : { group_id: groupId }) };
  const reading = useOperation(
    "listLocationClusters",
    { query },
    { refreshInterval: EVERY, keepPreviousData: true },
  );
  const clusters = reading.data?.data ?? NONE;
  const marks = useMemo(
    () => joined(inState(clusters, state), view.zoom, width),
    [clusters, state, view.zoom, width],
  );
  const inView = (some: readonly LocationCluster[]) =>
    some.filter(({ longitude, latitude }) => isVisible(view, [longitude, latitude]));
  return { reading, inView: inView(clusters), shown: inView(marks) };
}

/** A view closer to a cluster, in which it comes apart. */
const zoomTowards = (view: Viewport, { longitude, latitude }: LocationCluster): Viewport =>
  clampViewport({
    ...toPoint([longitude, latitude]),
    zoom: Math.min(MAX_ZOOM, Math.floor(view.zoom) + 2),
  });

/** The locations of one group, or of all: what each shape means, the map and the table. */
function GroupMap({
  filter,
  onState,
  view,
  setView,
}: {
  filter: MapFilter;
  onState: (state: MapState | null) => void;
  view: Viewport;
  setView: Dispatch<SetStateAction<Viewport>>;
}) {
  const t = useTranslations("map");
  const [selected, setSelected] = useState<LocationCluster | null>(null);
  const { width, ref } = useWidth();
  const { reading, inView, shown: clusters } = useClusters(view, filter, width);
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
      <StateFilter
        counts={data ? sumCounts(inView) : null}
        value={filter.state}
        onChoose={(state) => {
          setSelected(null);
          onState(state);
        }}
      />
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
              <Empty
                title={t("none")}
                hint={t(filter.state === null ? "noneHint" : "noneInStateHint")}
              />
            ) : (
              <ClustersTable clusters={clusters} onZoom={press} />
            )}
          </Card>
        )}
      </div>
    </>
  );
}

/** All locations on a map and in a table; those of one group, or in one state, when one is selected. */
export function LocationMap({
  groups,
  initial,
}: {
  groups: readonly GroupOption[];
  initial: MapFilter;
}) {
  const [view, setView] = useState(WHOLE);
  const [filter, setFilter] = useState(initial);
  const choose = (part: Partial<MapFilter>) => {
    const next = { ...filter, ...part };
    setFilter(next);
    history.replaceState(null, "", toAddress(next));
  };
  return (
    <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
      <GroupFilter
        groups={groups}
        value={filter.groupId}
        onChoose={(groupId) => choose({ groupId })}
      />
      <GroupMap
        key={filter.groupId}
        filter={filter}
        onState={(state) => choose({ state })}
        view={view}
        setView={setView}
      />
    </div>
  );
}
