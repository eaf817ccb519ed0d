import { localMinute } from "../time/amsterdam.ts";

/** A span of the local clock, `22:00` to `07:00`; it may contain midnight. */
export interface QuietHours {
  from: string;
  to: string;
}

/** Whether a moment (ms) lies in the quiet hours of Europe/Amsterdam. Equal times are no span. */
export function isQuiet(quiet: QuietHours | null, ms: number): boolean {
  if (!quiet) return false;
  const { from, to } = quiet;
  const time = localMinute(ms).slice(-5);
  return from <= to ? from <= time && time < to : from <= time || time < to;
}
