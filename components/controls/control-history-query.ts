import { DAY_MS } from "@/lib/time/amsterdam.ts";
import type { Area } from "@/lib/contract/areas.ts";
import { buildOperationUrl } from "@/components/api/routes.ts";
import type { ShadedWindow } from "@/components/chart/series.ts";
import { toMillis } from "@/lib/time/instant.ts";
import { appliesTo, toControlView } from "./area-controls.ts";
import type { ControlSummaryView, ControlTranslator } from "./control-view-model.ts";
import { shadedWindows } from "./shaded-windows.ts";

/**
 * The controls on any area that are in force, the next ones and the latest others: however many are
 * scheduled, those in force are among them.
 */
export const recentSummaries = { query: { sort: "relevance", page_size: 50 } } as const;

/** The same of those issued against a group, which all others may crowd out of that list. */
export const recentSummariesOfGroup = (group_id: string) => ({
  query: { ...recentSummaries.query, group_id },
});

/** A control of any of the list operations. */
export type ListedControl = Parameters<typeof toControlView>[0] &
  Partial<ControlSummaryView> & {
    /** The same as `id`, in the lists of what touched a location. */
    control_id?: string;
  };

/** The controls a page has cached, and since when (ms) they are complete; null for all. */
interface CachedControls {
  controls: readonly ({ id: string } | { control_id: string })[];
  cachedFrom: number | null;
}

/**
 * How long (ms) after what a list is ordered by a control may still be in force: a day after it
 * began, a week after it was accepted, unless the service was set to allow more; and a day.
 */
const MAX_DURATION = { time_from: 2 * DAY_MS, created_at: 8 * DAY_MS };
type Order = keyof typeof MAX_DURATION;

/** How to read controls that are older than the cached ones. */
export interface EarlierControls {
  /** All that were in force from this moment on (ms) are known; null where all there are, are. */
  cachedFrom: number | null;
  /** The address of one page of them, from 0, newest first. */
  pageAt: (page: number) => string;
  /** Whether none of the pages after this one holds a control in force from a moment on (ms). */
  isLast: (page: readonly ListedControl[], from: number) => boolean;
  /** Those of them that the page does not know itself, which it knows better. */
  shade: (controls: readonly ListedControl[]) => ShadedWindow[];
}

function excludeCached({ controls }: CachedControls) {
  const listedIds = new Set(controls.map((each) => ("id" in each ? each.id : each.control_id)));
  return (listed: readonly ListedControl[]) =>
    listed
      .filter(({ id, control_id }) => !listedIds.has(control_id ?? id))
      .map((control) => toControlView(control));
}

const PAGE_SIZE = 100;

/**
 * The moment (ms) from which a list of the newest controls, of `total` in all, has every control in
 * force; null if the list is complete.
 */
export function cachedSince(
  newest: readonly Pick<ListedControl, Order>[],
  total: number,
  by: Order,
): number | null {
  const oldest = newest.at(-1);
  return !oldest || newest.length >= total ? null : toMillis(oldest[by]) + MAX_DURATION[by];
}

/** The same moment for a list by relevance that was read at `at` (ms): it has those to come first. */
export function cachedSinceByRelevance(
  listed: readonly Pick<ControlSummaryView, Order | "effective_to">[],
  total: number,
  at: number,
): number | null {
  const since = cachedSince(listed, total, "time_from");
  const last = listed.at(-1);
  if (since === null || !last) return since;
  const isOpen = toMillis(last.effective_to) > Math.max(at, toMillis(last.time_from));
  return isOpen ? Infinity : since;
}

const orderedBy = (by: Order) => ({
  isLast: (page: readonly ListedControl[], from: number) => {
    const oldest = page.at(-1);
    return !oldest || page.length < PAGE_SIZE || toMillis(oldest[by]) + MAX_DURATION[by] < from;
  },
});

/** The order in which an area's controls are listed: by their start where summaries are offered. */
const getListOrder = (hasSummaries: boolean): Order => (hasSummaries ? "time_from" : "created_at");

/** The earlier controls of a zone or a group. */
export function earlierControlsInArea(
  area: Area,
  hasSummaries: boolean,
  cachedControls: CachedControls,
  t: ControlTranslator,
): EarlierControls {
  const page_size = PAGE_SIZE;
  const others = excludeCached(cachedControls);
  return {
    cachedFrom: cachedControls.cachedFrom,
    pageAt: (page) =>
      hasSummaries
        ? buildOperationUrl("listControlSummaries", {}, { sort: "-time_from", page, page_size }).url
        : buildOperationUrl("listControls", {}, { page, page_size }).url,
    ...orderedBy(getListOrder(hasSummaries)),
    shade: (controls) =>
      shadedWindows(
        others(controls).filter((control) => appliesTo(control, area)),
        t,
      ),
  };
}

/** The earlier controls that touched a location; `plain` is the wording for customers. */
export function earlierControlsAtLocation(
  location_id: string,
  cachedControls: CachedControls,
  t: ControlTranslator,
  plain: boolean,
): EarlierControls {
  const others = excludeCached(cachedControls);
  return {
    cachedFrom: cachedControls.cachedFrom,
    pageAt: (page) =>
      buildOperationUrl("listLocationControls", { location_id }, { page, page_size: PAGE_SIZE })
        .url,
    ...orderedBy("created_at"),
    shade: (controls) => shadedWindows(others(controls), t, plain),
  };
}
