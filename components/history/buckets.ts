import { sumQuarters, toKwh } from "@/lib/energy/energy.ts";
import { HOUR_MS, MINUTE_MS, QUARTER_MS, startOfDay, localDate } from "@/lib/time/amsterdam.ts";
import { toMillis } from "@/lib/time/instant.ts";
import type { Measured } from "@/lib/portal/queries/energy-history.ts";
import type { Span } from "@/lib/time/periods.ts";
import { clockTime, type Translator } from "@/components/ui/clock-time.ts";

/** Energy of a stretch in kWh; null where nothing of it was measured. */
interface Energy {
  toGrid: number | null;
  fromGrid: number | null;
  produced: number | null;
}

/** An hour or a day of a span. */
export interface Bucket extends Energy {
  from: number;
  to: number;
  /** ahead: not over yet and nothing measured; none: over, nothing measured. */
  coverage: "whole" | "part" | "none" | "ahead";
}

/** A reading that is this young may still come. */
const GRACE = 5 * MINUTE_MS;
/** A span counts as measured when this share of its quarters is. */
const ENOUGH = 0.98;

type PowerByQuarter = Map<number, number>;
const toPowerByQuarter = (items: Measured["history"]): PowerByQuarter =>
  new Map(
    items.flatMap(({ time, actual }) => (actual === undefined ? [] : [[toMillis(time), actual]])),
  );

function toEnergy(byQuarter: PowerByQuarter, from: number, to: number) {
  const powers: number[] = [];
  for (let at = from; at < to; at += QUARTER_MS) {
    const kw = byQuarter.get(at);
    if (kw !== undefined) powers.push(kw);
  }
  const { positiveKwh, negativeKwh } = sumQuarters(powers);
  return { count: powers.length, out: positiveKwh, into: negativeKwh };
}

/** Hours of a day, counted in elapsed time (23, 24 or 25), or the days of a longer span. */
export function createBuckets(span: Span, measured: Measured, now: number): Bucket[] {
  const powers = toPowerByQuarter(measured.history);
  const solar = measured.panels && toPowerByQuarter(measured.panels);
  return bucketEdges(span).map(([from, to]) => {
    const { count, out, into } = toEnergy(powers, from, to);
    const panels = solar && toEnergy(solar, from, to);
    const any = count > 0;
    return {
      from,
      to,
      toGrid: any ? out : null,
      fromGrid: any ? into : null,
      produced: panels && panels.count > 0 ? panels.out : null,
      coverage: toCompleteness(count, overQuarters(from, to, now)),
    };
  });
}

const overQuarters = (from: number, to: number, now: number) =>
  Math.max(0, Math.floor((Math.min(now - GRACE, to) - from) / QUARTER_MS));

function toCompleteness(count: number, over: number): Bucket["coverage"] {
  if (count === 0) return over === 0 ? "ahead" : "none";
  return count >= over ? "whole" : "part";
}

function bucketEdges({ name, from, to }: Span): [number, number][] {
  const edges: [number, number][] = [];
  for (let at = from; at < to;) {
    const next = name === "day" ? Math.min(at + HOUR_MS, to) : startOfDay(at, 1);
    edges.push([at, next]);
    at = next;
  }
  return edges;
}

/**
 * What the panels produced less what went to the grid, in kWh: used, or still stored in a battery, as
 * what a battery gave to the grid later is among what went there. Counts the quarters of which both
 * are known; 0 where a battery gave more than the panels.
 */
function getSelfUsed(grid: PowerByQuarter, solar: PowerByQuarter, from: number, to: number) {
  let count = 0;
  let kwh = 0;
  for (let at = from; at < to; at += QUARTER_MS) {
    const [net, produced] = [grid.get(at), solar.get(at)];
    if (net === undefined || produced === undefined) continue;
    count += 1;
    kwh += toKwh(Math.max(produced, 0) - Math.max(net, 0), QUARTER_MS);
  }
  return { count, kwh: Math.max(kwh, 0) };
}

/** Totals of what was measured over `[from, to)`, and whether that is as good as all of it. */
export function sumTotals({ history, panels }: Measured, from: number, to: number, now: number) {
  const powers = toPowerByQuarter(history);
  const solarPowers = panels && toPowerByQuarter(panels);
  const grid = toEnergy(powers, from, to);
  const solar = solarPowers && toEnergy(solarPowers, from, to);
  const selfUsed = solarPowers && getSelfUsed(powers, solarPowers, from, to);
  const enough = Math.max(1, overQuarters(from, to, now) * ENOUGH);
  return {
    toGrid: { kwh: grid.count > 0 ? grid.out : null, whole: grid.count >= enough },
    fromGrid: { kwh: grid.count > 0 ? grid.into : null, whole: grid.count >= enough },
    produced: {
      kwh: solar && solar.count > 0 ? solar.out : null,
      whole: solar !== null && solar.count >= enough,
    },
    selfConsumed: {
      kwh: selfUsed && selfUsed.count > 0 ? selfUsed.kwh : null,
      whole: selfUsed !== null && selfUsed.count >= enough,
    },
  };
}

export type Totals = ReturnType<typeof sumTotals>;

/** What a span is called: its day, its week from Monday to Sunday, its month. */
export function periodTitle({ name, from, to }: Span, { t, f }: Translator): string {
  if (name === "day") return f.day(from);
  if (name === "month") return f.month(from);
  return t("history.week", { from: f.shortDay(from), to: f.day(to - 1) });
}

/** What a bucket is called in the table, `13:00–14:00` or its day, in parts it may wrap between. */
export function bucketTitle(
  name: Span["name"],
  { from, to }: Bucket,
  translator: Translator,
): string[] {
  if (name !== "day") return [translator.f.shortDay(from)];
  const start = clockTime(from, translator);
  const end = localDate(from) === localDate(to) ? clockTime(to, translator) : "24:00";
  const isLong = start.includes(" ") || end.includes(" ");
  return isLong ? [`${start}–`, end] : [`${start}–${end}`];
}

/** The label under a bar: every sixth hour, every weekday, every seventh day of a month. */
export function bucketMark(
  name: Span["name"],
  bucket: Bucket,
  index: number,
  { f }: Translator,
): string {
  if (name === "week") return f.bareWeekday(bucket.from);
  if (name === "month") return index % 7 === 0 ? String(index + 1) : "";
  const time = f.time(bucket.from);
  return ["06:00", "12:00", "18:00"].includes(time) ? time : "";
}
