import { MINUTE_MS } from "../../service/engine/calendar.ts";
import type { Times, Values } from "./columns.ts";
import { byQuarter, inOrder, isMeterReading, metered, type Quarters } from "./quarters.ts";
import type { Stamp } from "./stamps.ts";
import { followsSun, nightShare, type Place } from "./sunlight.ts";
import { clockOf, momentsAsWritten, momentsOn } from "./zone.ts";

/** Moments of a file's rows, and how they were read. */
export interface Clock {
  name: string;
  moments: number[];
}

const AMSTERDAM = "Europe/Amsterdam";
const SUNNY_NIGHT = 0.005;
/** A series of which less than this comes at night is panels. */
export const MOST_AT_NIGHT = 0.03;
const DAY_MINUTES = 24 * 60;

const onClock = (name: string, stamps: Times["stamps"]): Clock => ({
  name,
  moments: momentsOn(clockOf(name), stamps),
});

const repeats = ({ moments }: Clock) => moments.length - new Set(moments).size;

function candidates(stamps: Times["stamps"]): Clock[] {
  const isWritten = stamps.some((stamp) => stamp !== null && stamp.offsetMinutes !== null);
  return isWritten
    ? [{ name: "as written", moments: momentsAsWritten(stamps) }, onClock(AMSTERDAM, stamps)]
    : [onClock("UTC", stamps), onClock(AMSTERDAM, stamps)];
}

function shapeOf({ moments }: Clock, { numbers, name }: Values, file: string): Quarters {
  const readings = inOrder(moments, numbers, `${file}, column ${name},`);
  return byQuarter(isMeterReading(readings.values) ? metered(readings) : readings);
}

/** The first series of a file that follows the sun on at least one of the clocks, on each of them. */
function sunny(
  place: Place,
  clocks: readonly Clock[],
  columns: readonly Values[],
  file: string,
): Quarters[] {
  for (const column of columns) {
    const read = clocks.map((clock) => shapeOf(clock, column, file));
    if (read.some((quarters) => nightShare(place, quarters) < MOST_AT_NIGHT)) return read;
  }
  return [];
}

/**
 * Which clock the stamps are on. A `zone` asked for decides; else an offset that is written, unless the sun
 * then shines at night; else UTC or Dutch time, whichever fits the sun, or repeats no hour.
 */
export function readClock(
  times: Times,
  columns: readonly Values[],
  { place, zone: asked }: { place: Place; zone: string | undefined },
  file: string,
): { clock: Clock; note: string } {
  if (asked) return { clock: onClock(asked, times.stamps), note: `on the clock of ${asked}` };
  const clocks = candidates(times.stamps);
  const [first, dutch] = [clocks[0]!, clocks[1]!];
  const isWritten = first.name === "as written";
  const read = sunny(place, clocks, columns, file);
  if (read.length === 2) {
    const night = read.map((quarters) => nightShare(place, quarters));
    if (isWritten && night[0]! > SUNNY_NIGHT && night[1]! < night[0]! / 2)
      return { clock: dutch, note: SHIFTED };
    const fit = read.map((quarters) => followsSun(place, quarters));
    if (!isWritten && fit[1]! > fit[0]!)
      return { clock: dutch, note: `on the clock of ${AMSTERDAM}, which fits the sun best` };
  } else if (!isWritten && repeats(dutch) < repeats(first)) {
    return { clock: dutch, note: `on the clock of ${AMSTERDAM}, for an hour comes twice` };
  }
  const why = isWritten ? "with the offset written" : "in UTC, for no offset is written";
  return { clock: first, note: why };
}

const SHIFTED =
  `on the clock of ${AMSTERDAM}: with the offset written, the sun would shine at night ` +
  `(--zone UTC keeps to it)`;

/** Whether stamps mark the end of their interval: the header says so, or days run from step to 0:00. */
export function marksEnd({ name, stamps }: Times, stepMs: number): boolean {
  if (/\b(end|einde|eind|tot|until|to)\b/i.test(name.replaceAll("_", " "))) return true;
  const known = stamps.filter((stamp): stamp is Stamp => stamp !== null);
  const minuteOfDay = (stamp: Stamp) => (stamp.clockMs / MINUTE_MS) % DAY_MINUTES;
  const [first, last] = [known[0]!, known.at(-1)!];
  return minuteOfDay(first) === stepMs / MINUTE_MS && minuteOfDay(last) === 0;
}
