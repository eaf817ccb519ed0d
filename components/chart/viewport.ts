import { shiftedDate } from "@/lib/time/local-input.ts";
import { HOUR_MS } from "@/lib/time/amsterdam.ts";
import {
  choiceOf,
  countOf,
  daysAround,
  daysOf,
  rangeOf,
  toQuarters,
  type Choice,
  type Range,
} from "./ranges.ts";

/** What a chart shows: chosen days, and the parts of them looked at closer, the latest last. */
export interface View {
  choice: Choice;
  zooms: Range[];
}

/** The shortest part that is shown, in milliseconds. */
const LEAST = HOUR_MS;

export const viewOf = (choice: Choice): View => ({ choice, zooms: [] });

/** The range a view shows at a moment (ms). */
export const visibleRange = ({ choice, zooms }: View, now: number): Range =>
  zooms.at(-1) ?? rangeOf(choice, now);

const lengthOf = ({ from, to }: Range) => to - from;
const isWithin = (inner: Range, outer: Range) => inner.from >= outer.from && inner.to <= outer.to;

/** A range of at least an hour, moved to lie within another. */
function fitted(wanted: Range, outer: Range): Range {
  const length = Math.min(Math.max(lengthOf(wanted), LEAST), lengthOf(outer));
  const middle = (wanted.from + wanted.to) / 2;
  const from = Math.min(Math.max(middle - length / 2, outer.from), outer.to - length);
  return toQuarters({ from, to: from + length });
}

/** Looks closer at a part of what is shown. */
export function zoomedTo(view: View, wanted: Range, now: number): View {
  const shown = visibleRange(view, now);
  const zoom = fitted(wanted, shown);
  return lengthOf(zoom) < lengthOf(shown) ? { ...view, zooms: [...view.zooms, zoom] } : view;
}

/**
 * Shows `factor` times as much time (below 1: looks closer), `around` staying where it is; never
 * more than the chosen days.
 */
export function zoomedBy(view: View, factor: number, around: number, now: number): View {
  const shown = visibleRange(view, now);
  const wanted = {
    from: around - (around - shown.from) * factor,
    to: around + (shown.to - around) * factor,
  };
  if (factor < 1) return zoomedTo(view, wanted, now);
  if (view.zooms.length === 0) return view;
  const days = rangeOf(view.choice, now);
  const zoom = fitted(wanted, days);
  return { ...view, zooms: lengthOf(zoom) < lengthOf(days) ? [...view.zooms, zoom] : [] };
}

/** What was shown before the last zoom. */
export const unzoomed = (view: View): View => ({ ...view, zooms: view.zooms.slice(0, -1) });

/** The span shown, moved by its own length: back (-1) or forth (1). */
export function stepped(view: View, direction: -1 | 1, now: number): View {
  const zoom = view.zooms.at(-1);
  if (!zoom) {
    const days = daysOf(view.choice, now);
    const by = direction * countOf(days);
    const moved = { first: shiftedDate(days.first, by), last: shiftedDate(days.last, by) };
    return viewOf(choiceOf(moved, now));
  }
  const by = direction * lengthOf(zoom);
  const moved = { from: zoom.from + by, to: zoom.to + by };
  if (isWithin(moved, rangeOf(view.choice, now))) {
    return { ...view, zooms: [...view.zooms.slice(0, -1), moved] };
  }
  return { choice: choiceOf(daysAround(moved), now), zooms: [moved] };
}
