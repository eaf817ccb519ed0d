import { dayAt, ispNumber } from "../../lib/time/amsterdam.ts";

/** Position of an interval: the local day, its number of intervals, and the index (from 0). */
export interface Slot {
  day: string;
  isps: number;
  index: number;
}

/** The slot of the interval that contains this moment. */
export function slotAt(ms: number): Slot {
  const day = dayAt(ms);
  return { day: day.date, isps: day.isps, index: ispNumber(ms) - 1 };
}

/** The packed columns of a day, in the order of their values in a block. */
export const packed = [
  "forecast",
  "upward",
  "downward",
  "actual",
  "pv",
  "load",
  "battery",
] as const;
export type Packed = (typeof packed)[number];
