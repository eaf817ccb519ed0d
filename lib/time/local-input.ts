import { DAY_MS, offsetAt } from "./amsterdam.ts";

/**
 * The instants whose local time in Amsterdam is `local` (`2026-10-25T02:30`, seconds optional): one
 * on most days, two in the hour repeated in October (earliest first), none in the hour skipped in
 * March or for an invalid text.
 */
export function localToInstants(local: string): number[] {
  if (!/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2})?$/.test(local)) return [];
  const localMs = Date.parse(`${local}Z`);
  if (
    Number.isNaN(localMs) ||
    new Date(localMs).toISOString().slice(0, 16) !== local.slice(0, 16)
  ) {
    return [];
  }
  const offsets = new Set([offsetAt(localMs - DAY_MS), offsetAt(localMs + DAY_MS)]);
  return [...offsets]
    .map((offset) => localMs - offset)
    .filter((at) => at + offsetAt(at) === localMs)
    .sort((a, b) => a - b);
}

/** Whether a text is a calendar date of this century: `2026-10-25`. */
export const isDate = (text: string): boolean =>
  text.startsWith("20") && localToInstants(`${text}T12:00`).length > 0;

/** The date `days` after a date (`2026-10-25`). */
export const shiftedDate = (date: string, days: number): string =>
  new Date(Date.parse(`${date}T12:00Z`) + days * DAY_MS).toISOString().slice(0, 10);
