import {
  MAX_MEASUREMENTS,
  type Measurement,
  type MeasurementBatch,
} from "../../lib/contract/measurements.ts";
import type { Interval } from "../meter-csv/intervals.ts";
import { QUARTER_MS } from "../../lib/time/amsterdam.ts";

const MOST_BYTES = 900_000;
const QUARTER_OF_MINUTES = 15;

const iso = (ms: number) => new Date(ms).toISOString().replace(".000Z", "Z");
const quarterOf = (interval: Interval | undefined) =>
  Math.floor((interval?.startMs ?? NaN) / QUARTER_MS);

/** An interval in the contract's form: of the location, or of one of its devices. */
export function toMeasurement(
  { startMs, endMs, kw }: Interval,
  device: string | undefined,
): Measurement {
  const times = { time_from: iso(startMs), time_to: iso(endMs) };
  if (device === undefined) return { ...times, injection_kw: kw };
  return { ...times, devices: [{ device_id: device, power_kw: kw }] };
}

/** The body of a batch. */
export const toBody = (
  intervals: readonly Interval[],
  device: string | undefined,
): MeasurementBatch => ({ measurements: intervals.map((one) => toMeasurement(one, device)) });

/** Collects intervals into batches within the contract's limits, split between quarter-hours. */
export class Batcher {
  private held: Interval[] = [];
  private readonly most: number;

  constructor(device: string | undefined) {
    const widest = { startMs: 0, endMs: 0, kw: -999_999.999999, line: 0, text: "" };
    const bytes = Buffer.byteLength(JSON.stringify(toMeasurement(widest, device))) + 1;
    this.most = Math.min(MAX_MEASUREMENTS, Math.floor(MOST_BYTES / bytes));
  }

  /** Adds an interval; returns the previous batch if that is full. */
  add(interval: Interval): Interval[] | undefined {
    const between = quarterOf(this.held.at(-1)) !== quarterOf(interval);
    const nearlyFull = this.held.length > this.most - QUARTER_OF_MINUTES;
    const full = this.held.length >= this.most || (nearlyFull && between);
    const batch = full ? this.held : undefined;
    if (full) this.held = [];
    this.held.push(interval);
    return batch;
  }

  /** The last batch. */
  rest(): Interval[] {
    const batch = this.held;
    this.held = [];
    return batch;
  }
}
