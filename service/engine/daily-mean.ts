import { QUARTER_MS } from "./calendar.ts";

const QUARTERS_PER_DAY = 96;
const DAY_MS = QUARTERS_PER_DAY * QUARTER_MS;
const WEEK_QUARTERS = 7 * QUARTERS_PER_DAY;

/** Quarter of the UTC day, 0 to 95: the sun does not change its clock. */
export const utcQuarter = (ms: number): number =>
  Math.floor((ms - Math.floor(ms / DAY_MS) * DAY_MS) / QUARTER_MS);

/** Quarter-hourly values from `startMs`, of which the first `end` are known to the reader. */
export interface History {
  values: Float32Array;
  startMs: number;
  end: number;
}

type SlotOf = (ms: number) => number;
interface Slots {
  startMs: number;
  slots: Uint8Array;
}
const remembered = new Map<SlotOf, Slots>();

/** Sites are asked one after another about the same days: the last answer serves them all. */
function slotsFrom(startMs: number, count: number, slotOf: SlotOf): Uint8Array {
  const last = remembered.get(slotOf);
  if (last?.startMs === startMs && last.slots.length >= count) return last.slots;
  const slots = Uint8Array.from({ length: count }, (_, at) => slotOf(startMs + at * QUARTER_MS));
  remembered.set(slotOf, { startMs, slots });
  return slots;
}

function meanBySlot({ values, startMs }: History, from: number, to: number, slotOf: SlotOf) {
  const slots = slotsFrom(startMs + from * QUARTER_MS, to - from, slotOf);
  const sums = new Float64Array(QUARTERS_PER_DAY);
  const counts = new Uint16Array(QUARTERS_PER_DAY);
  for (let index = from; index < to; index++) {
    const value = values[index]!;
    if (Number.isNaN(value)) continue;
    const slot = slots[index - from]!;
    sums[slot]! += value;
    counts[slot]! += 1;
  }
  for (let slot = 0; slot < QUARTERS_PER_DAY; slot++) sums[slot]! /= counts[slot]!;
  return sums;
}

/**
 * Mean of the last 7 days' known values per quarter of the day (96 of them, `slotOf` names the
 * quarter of a moment). A quarter without any takes the mean of older days; NaN where none is known.
 */
export function typicalDay(history: History, slotOf: SlotOf): Float64Array {
  const weekAgo = Math.max(0, history.end - WEEK_QUARTERS);
  const recent = meanBySlot(history, weekAgo, history.end, slotOf);
  if (weekAgo === 0 || !recent.some(Number.isNaN)) return recent;
  const older = meanBySlot(history, 0, weekAgo, slotOf);
  return recent.map((mean, slot) => (Number.isNaN(mean) ? older[slot]! : mean));
}
