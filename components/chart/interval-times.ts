import { localDate } from "@/lib/time/amsterdam.ts";
import { zoneAbbreviation, type Formats } from "@/lib/i18n/format.ts";

interface Timed {
  from: number;
  to: number;
}

/**
 * Names intervals by their times, `13:00–13:15`: with their day where they lie in several, with
 * `CET` or `CEST` where the clock changes among them.
 */
export function intervalTimes(
  intervals: readonly Timed[],
  f: Pick<Formats, "times" | "weekday">,
): (interval: Timed) => string {
  const differ = (nameOf: (at: number) => string) =>
    new Set(intervals.map(({ from }) => nameOf(from))).size > 1;
  const withDay = differ(localDate);
  const withZone = differ(zoneAbbreviation);
  return ({ from, to }) => `${withDay ? `${f.weekday(from)}, ` : ""}${f.times(from, to, withZone)}`;
}
