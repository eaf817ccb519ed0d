import type { ComparedDay, Measured } from "@/lib/portal/queries/energy-history.ts";
import { DAY_MS } from "@/lib/time/amsterdam.ts";
import { alignByWallClock } from "@/lib/time/compare-day.ts";
import { toMillis } from "@/lib/time/instant.ts";
import { upToSamePoint, type Span } from "@/lib/time/periods.ts";
import { createBuckets, sumTotals, type Bucket, type Totals } from "./buckets.ts";

type Items = Measured["history"];

/** What was measured on another day, at the times of this day. */
function alignTo(day: Span, items: Items): Items {
  const intervals = items.map(({ time, actual }) => ({
    from: toMillis(time),
    actual: actual ?? null,
  }));
  return [...alignByWallClock(day, intervals)].map(([from, actual]) => ({
    time: new Date(from).toISOString(),
    actual: actual ?? undefined,
  }));
}

/** The hours of a second day beside those of a day, and its totals up to the same time of day. */
export interface Compared {
  /** What the second day is called. */
  title: string;
  buckets: Bucket[];
  totals: Totals;
}

/** A second day beside a day; null where it could not be read. */
export function toCompared(
  span: Span,
  compared: ComparedDay,
  now: number,
  title: string,
): Compared | null {
  const { measured, day } = compared;
  if (!measured) return null;
  const { history, panels } = measured;
  const aligned = {
    history: alignTo(span, history),
    panels: panels && alignTo(span, panels),
  };
  return {
    title,
    buckets: createBuckets(span, aligned, span.to + DAY_MS),
    totals: sumTotals(measured, day.from, upToSamePoint(day, span, now), now),
  };
}
