import { offsetAt } from "./amsterdam.ts";

/** An instant in local time, to the second: `2026-11-21 13:45:00`. */
export const localStamp = (at: number): string => utcStamp(at + offsetAt(at));

/** An instant in UTC in the same form, which distinguishes the hour repeated in October. */
export const utcStamp = (at: number): string =>
  new Date(at).toISOString().slice(0, 19).replace("T", " ");
