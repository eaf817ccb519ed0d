import { IntervalReader } from "../meter-csv/intervals.ts";
import type { Plan } from "../meter-csv/plan.ts";
import { readRows } from "../meter-csv/source.ts";
import { AMSTERDAM, UTC, type Zone } from "../meter-csv/clock.ts";
import { byQuarter, type Quarters } from "./quarters.ts";
import { QUARTER_MS } from "../../lib/time/amsterdam.ts";
import type { Site } from "../../service/engine/site.ts";
import { createClearSkyModel } from "../../service/engine/clear-sky.ts";

/** The assumed location of the panels of a file. */
export interface Position {
  latitude: number;
  longitude: number;
}

/** Daytime for every method: a clear sky gives a flat plane more than this share of its rating. */
export const DAYTIME_SHARE = 0.05;

/** One flat plane and nothing else, because the file does not contain the orientation. */
export const flatSite = ({ latitude, longitude }: Position, ratingKw: number): Site => ({
  latitude,
  longitude,
  panels:
    ratingKw > 0
      ? [
          {
            peakKw: ratingKw,
            inverterKw: ratingKw,
            tiltDeg: 0,
            azimuthDeg: 180,
            controllable: false,
          },
        ]
      : [],
  batteries: [],
  connectionLimitKw: null,
});

/** Clear sky on a flat plane as a share of its rating, per quarter-hour of a series. */
export function clearSkyShares(position: Position, { startMs, kw }: Quarters): Float64Array {
  const clearSky = createClearSkyModel(flatSite(position, 1));
  return kw.map((_, i) => clearSky(startMs + (i + 0.5) * QUARTER_MS));
}

/** The share of all energy, of either sign, exchanged while the sun was down; 1 without energy. */
export function nightShare(position: Position, quarters: Quarters): number {
  const clear = clearSkyShares(position, quarters);
  let [night, all] = [0, 0];
  for (const [i, value] of quarters.kw.entries()) {
    if (Number.isNaN(value)) continue;
    all += Math.abs(value);
    if (clear[i] === 0) night += Math.abs(value);
  }
  return all > 0 ? night / all : 1;
}

/** The absolute correlation of a series with the clear sky. */
function correlateWithSun(position: Position, quarters: Quarters): number {
  const clear = clearSkyShares(position, quarters);
  const finite = [...quarters.kw.keys()].filter((i) => !Number.isNaN(quarters.kw[i]!));
  const mean = (values: Float64Array) =>
    finite.reduce((sum, i) => sum + values[i]!, 0) / finite.length;
  const [x, y] = [mean(clear), mean(quarters.kw)];
  let [xy, xx, yy] = [0, 0, 0];
  for (const i of finite) {
    const [a, b] = [clear[i]! - x, quarters.kw[i]! - y];
    xy += a * b;
    xx += a * a;
    yy += b * b;
  }
  return Math.abs(xy) / Math.sqrt(xx * yy || 1);
}

/** How the timestamps of a file are read. */
export interface Clock {
  zone: Zone;
  offsets: "kept" | "ignored";
}

const SUNNY_NIGHT = 0.005;
/** A series with less than this share at night is from panels. */
export const MAX_NIGHT_SHARE = 0.03;

/** Reads a series on a clock. */
export async function readWithClock(clock: Clock, plan: Plan) {
  const reader = new IntervalReader({ ...plan, clock: { ...plan.clock, ...clock } });
  const intervals = [];
  for await (const row of readRows(plan.source)) intervals.push(...reader.take(row));
  intervals.push(...reader.end());
  return { quarters: byQuarter(intervals), reader };
}

const faults = ({ reader }: Awaited<ReturnType<typeof readWithClock>>) =>
  reader.refused.rows + reader.sameAgain;

function fitsBetter(position: Position, withOffset: boolean, first: Quarters, second: Quarters) {
  const [night, other] = [nightShare(position, first), nightShare(position, second)];
  if (withOffset) return night > SUNNY_NIGHT && other < night / 2;
  return correlateWithSun(position, second) > correlateWithSun(position, first);
}

/**
 * The clock of a file's timestamps. A requested zone decides; else the first series that follows
 * the sun, between the written clock and the likely alternative: Dutch time labelled as UTC, or the
 * other of the two if there is no offset; without a solar series, the clock on which more rows are
 * valid.
 * @returns the clock, and the reason if it is not the written one
 */
export async function detectClock(
  plans: readonly Plan[],
  position: Position,
  isRequested: boolean,
): Promise<{ clock: Clock; note: string | undefined }> {
  const [{ withOffset, clock }] = plans as [Plan];
  const written: Clock = { zone: clock.zone, offsets: clock.offsets };
  if (isRequested) return { clock: written, note: undefined };
  const zone = withOffset || clock.zone === UTC ? AMSTERDAM : UTC;
  const meant: Clock = { zone, offsets: "ignored" };
  for (const plan of plans) {
    const [first, second] = [await readWithClock(written, plan), await readWithClock(meant, plan)];
    const both = [first.quarters, second.quarters] as const;
    if (both.some((quarters) => nightShare(position, quarters) < MAX_NIGHT_SHARE)) {
      if (fitsBetter(position, withOffset, ...both))
        return { clock: meant, note: sunny(withOffset) };
      return { clock: written, note: undefined };
    }
    if (!withOffset && faults(second) < faults(first)) return { clock: meant, note: READABLE };
  }
  return { clock: written, note: undefined };
}

const READABLE = "on which more rows can be read";
const sunny = (withOffset: boolean) =>
  withOffset
    ? "for with the offset written the sun would shine at night (--zone UTC keeps to it)"
    : "which fits the sun best";
