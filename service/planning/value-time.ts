import { floorQuarter, QUARTER_MS } from "../../lib/time/amsterdam.ts";
import { readRecordedUntil } from "../store/partitions.ts";
import type { Db } from "../store/store.ts";

/** When a value is read, and until when measurements are recorded then. */
export interface ValueTime {
  nowMs: number;
  recordedMs: number;
}
export const readValueTime = async (db: Db, nowMs: number): Promise<ValueTime> => ({
  nowMs,
  recordedMs: await readRecordedUntil(db, nowMs),
});

/**
 * Whether the quarter-hour of a part has been recorded, so that its measurements are complete.
 * @param recordedMs until when measurements are recorded
 */
export const isPartRecorded = ({ toMs }: { toMs: number }, recordedMs: number): boolean =>
  floorQuarter(toMs - 1) + QUARTER_MS <= recordedMs;
