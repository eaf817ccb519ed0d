import { sumQuarters, toKwh } from "@/lib/energy/energy.ts";
import { MINUTE_MS, QUARTER_MS } from "@/lib/time/amsterdam.ts";
import { toMillis } from "@/lib/time/instant.ts";
import type { Bar } from "@/components/chart/day-bars.tsx";
import type { ForecastItem, TodayReadings } from "@/lib/portal/queries/customer-home.ts";

/** A location's day so far and to come: energies in kWh, null where nothing was measured. */
export interface Today {
  toGridKwh: number | null;
  fromGridKwh: number | null;
  producedKwh: number | null;
  chargedKwh: number | null;
  dischargedKwh: number | null;
  /** Finished quarters of an hour without a measurement. */
  missing: number;
  /** Whether all finished quarters of an hour of the battery are measured. */
  batteryWhole: boolean;
  expected: { toGridKwh: number; fromGridKwh: number } | null;
  /** The panels' last quarter of an hour, where it is a recent one. */
  panelsNow: { from: number; to: number; kw: number } | null;
  bars: Bar[];
}

/** A reading that is this young may still come. */
const GRACE = 5 * MINUTE_MS;
/** How old a measurement of the panels may be to be shown as current (ms). */
const RECENT = 45 * MINUTE_MS;

interface Timed {
  at: number;
  kw: number;
}

/** The energy of measured quarter-hours; null where none was measured. */
const sumMeasured = (values: readonly Timed[]) =>
  values.length === 0
    ? { positiveKwh: null, negativeKwh: null }
    : sumQuarters(values.map(({ kw }) => kw));

const toMeasured = (items: readonly { time: string; actual?: number }[]): Timed[] =>
  items.flatMap(({ time, actual }) =>
    actual === undefined ? [] : [{ at: toMillis(time), kw: actual }],
  );

/** A location's day, `[from, to)` in milliseconds, at `now`. */
export function summariseToday(
  { history, forecast, panels, battery }: TodayReadings,
  { from, to }: { from: number; to: number },
  now: number,
): Today {
  // Until today's readings have come, those of the day before are at hand.
  const ofToday = <Reading extends { time: string }>(readings: readonly Reading[] | null) =>
    (readings ?? []).filter(({ time }) => toMillis(time) >= from && toMillis(time) < to);
  const measured = toMeasured(ofToday(history));
  const grid = sumMeasured(measured);
  const produced = toMeasured(ofToday(panels));
  const stored = toMeasured(ofToday(battery));
  const over = ofToday(history).filter(({ time }) => toMillis(time) + QUARTER_MS <= now - GRACE);
  return {
    toGridKwh: grid.positiveKwh,
    fromGridKwh: grid.negativeKwh,
    producedKwh: sumMeasured(produced).positiveKwh,
    chargedKwh: sumMeasured(stored).negativeKwh,
    dischargedKwh: sumMeasured(stored).positiveKwh,
    missing: over.filter(({ actual }) => actual === undefined).length,
    batteryWhole: stored.length >= over.length,
    expected: expectedAfter(forecast, to, now),
    panelsNow: getLatest(produced, now),
    bars: createBars(measured, forecast ?? [], { from, to }, now),
  };
}

function getLatest(values: Timed[], now: number) {
  const last = values.at(-1);
  if (!last || last.at + QUARTER_MS < now - RECENT) return null;
  return { from: last.at, to: last.at + QUARTER_MS, kw: Math.max(last.kw, 0) };
}

function expectedAfter(forecast: ForecastItem[] | null, to: number, now: number) {
  const ahead = (forecast ?? []).filter(
    ({ time }) => toMillis(time) + QUARTER_MS > now && toMillis(time) < to,
  );
  if (ahead.length === 0) return null;
  const total = (sign: 1 | -1) =>
    ahead.reduce((sum, { time, forecast: kw }) => {
      const left = Math.min(toMillis(time) + QUARTER_MS - now, QUARTER_MS);
      return sum + toKwh(Math.max(sign * kw, 0), left);
    }, 0);
  return { toGridKwh: total(1), fromGridKwh: total(-1) };
}

/** A bar for each quarter of the day: measured, expected where it is to come, else none. */
function createBars(
  measured: Timed[],
  forecast: ForecastItem[],
  { from, to }: { from: number; to: number },
  now: number,
): Bar[] {
  const kwByTime = new Map(measured.map(({ at, kw }) => [at, kw]));
  const ahead = new Map(forecast.map(({ time, forecast: kw }) => [toMillis(time), kw]));
  return Array.from({ length: (to - from) / QUARTER_MS }, (_, index) => {
    const at = from + index * QUARTER_MS;
    const kw = kwByTime.get(at);
    if (kw !== undefined) return { kw };
    const expected = at + QUARTER_MS > now ? ahead.get(at) : undefined;
    return expected === undefined ? { kw: null } : { kw: expected, expected: true };
  });
}
