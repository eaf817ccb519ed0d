import { HOUR_MS, startOfDay } from "./amsterdam.ts";
import { toMillis } from "./instant.ts";

/** Day-ahead prices of a day are overdue from this local time of the day before. */
const DUE_MS = 14 * HOUR_MS;

/** A local time after the clock change of the day `days` after the day of an instant, on the clock. */
export const afternoonTime = (ms: number, days: number, timeMs: number): number => {
  const startMs = startOfDay(ms, days);
  const change = startOfDay(ms, days + 1) - startMs - 24 * HOUR_MS;
  return startMs + timeMs + change;
};

/** From when on the day-ahead price of an ISP is overdue. */
export const dayAheadDueAt = (ispMs: number): number => afternoonTime(ispMs, -1, DUE_MS);

/** Whether a missing input of advice is a day-ahead price that is not overdue. */
export const isPending = (
  { what, time_from }: { what: string; time_from: string | null },
  nowMs: number,
): boolean =>
  what === "day_ahead_price" && time_from !== null && nowMs < dayAheadDueAt(toMillis(time_from));
