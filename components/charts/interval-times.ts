import { localDate } from "@/components/amsterdam.ts";
import { zoneAbbreviation, type Formats } from "@/components/format.ts";

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
  f: Pick<Formats, "time" | "weekday">,
): (interval: Timed) => string {
  const differ = (nameOf: (at: number) => string) =>
    new Set(intervals.map(({ from }) => nameOf(from))).size > 1;
  const withDay = differ(localDate);
  const withZone = differ(zoneAbbreviation);
  return ({ from, to }) =>
    (withDay ? `${f.weekday(from)}, ` : "") +
    (withZone ? withZones(from, to, f) : `${f.time(from)}–${f.time(to)}`);
}

/** `02:30–02:45 CEST`; the end names its own where the clock changes before it. */
function withZones(from: number, to: number, f: Pick<Formats, "time">): string {
  const [zone, next] = [zoneAbbreviation(from), zoneAbbreviation(to)];
  if (zone === next) return `${f.time(from)}–${f.time(to)} ${zone}`;
  return `${f.time(from)} ${zone}–${f.time(to)} ${next}`;
}
