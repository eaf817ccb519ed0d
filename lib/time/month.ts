import { getLocalDay, localDate } from "./amsterdam.ts";

/** The month `YYYY-MM` of a moment in Europe/Amsterdam. */
export const getMonth = (ms: number): string => localDate(ms).slice(0, 7);

/** The month that lies a number of months after another; before it if negative. */
export function addMonths(month: string, months: number): string {
  const [year, number] = month.split("-").map(Number);
  return new Date(Date.UTC(year!, number! - 1 + months, 1)).toISOString().slice(0, 7);
}

/** A month from the midnight of its first day to that of the next, Europe/Amsterdam. */
export const getMonthSpan = (month: string): { fromMs: number; toMs: number } => ({
  fromMs: getLocalDay(`${month}-01`).startMs,
  toMs: getLocalDay(`${addMonths(month, 1)}-01`).startMs,
});
