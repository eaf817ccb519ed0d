import { shiftedDate } from "@/lib/time/local-input.ts";
import { HOUR_MS } from "@/lib/time/amsterdam.ts";
import {
  toRangeChoice,
  countDays,
  toWholeDays,
  toDays,
  toRange,
  toQuarters,
  type RangeChoice,
  type Range,
} from "./ranges.ts";

/** What a chart shows: chosen days, and the parts of them looked at closer, the latest last. */
export interface Viewport {
  choice: RangeChoice;
  zooms: Range[];
}

/** The minimum length of the visible part, in milliseconds. */
const MIN_RANGE = HOUR_MS;

export const toViewport = (choice: RangeChoice): Viewport => ({ choice, zooms: [] });

/** The range a view shows at a moment (ms). */
export const visibleRange = ({ choice, zooms }: Viewport, now: number): Range =>
  zooms.at(-1) ?? toRange(choice, now);

const getLength = ({ from, to }: Range) => to - from;
const isWithin = (inner: Range, outer: Range) => inner.from >= outer.from && inner.to <= outer.to;

/** A range of at least an hour, moved to lie within another. */
function fitRange(wanted: Range, outer: Range): Range {
  const length = Math.min(Math.max(getLength(wanted), MIN_RANGE), getLength(outer));
  const middle = (wanted.from + wanted.to) / 2;
  const from = Math.min(Math.max(middle - length / 2, outer.from), outer.to - length);
  return toQuarters({ from, to: from + length });
}

/** Zooms in on a part of the visible span. */
export function zoomToRange(view: Viewport, wanted: Range, now: number): Viewport {
  const visible = visibleRange(view, now);
  const zoom = fitRange(wanted, visible);
  return getLength(zoom) < getLength(visible) ? { ...view, zooms: [...view.zooms, zoom] } : view;
}

/**
 * Shows `factor` times as much time (below 1: looks closer), `around` staying where it is; never
 * more than the chosen days.
 */
export function zoomByFactor(
  view: Viewport,
  factor: number,
  center: number,
  now: number,
): Viewport {
  const visible = visibleRange(view, now);
  const wanted = {
    from: center - (center - visible.from) * factor,
    to: center + (visible.to - center) * factor,
  };
  if (factor < 1) return zoomToRange(view, wanted, now);
  if (view.zooms.length === 0) return view;
  const days = toRange(view.choice, now);
  const zoom = fitRange(wanted, days);
  return { ...view, zooms: getLength(zoom) < getLength(days) ? [...view.zooms, zoom] : [] };
}

/** The visible span before the last zoom. */
export const resetZoom = (view: Viewport): Viewport => ({
  ...view,
  zooms: view.zooms.slice(0, -1),
});

/** The visible span, moved by its length: back (-1) or forward (1). */
export function stepRange(view: Viewport, direction: -1 | 1, now: number): Viewport {
  const zoom = view.zooms.at(-1);
  if (!zoom) {
    const days = toDays(view.choice, now);
    const by = direction * countDays(days);
    const moved = { first: shiftedDate(days.first, by), last: shiftedDate(days.last, by) };
    return toViewport(toRangeChoice(moved, now));
  }
  const by = direction * getLength(zoom);
  const moved = { from: zoom.from + by, to: zoom.to + by };
  if (isWithin(moved, toRange(view.choice, now))) {
    return { ...view, zooms: [...view.zooms.slice(0, -1), moved] };
  }
  return { choice: toRangeChoice(toWholeDays(moved), now), zooms: [moved] };
}
