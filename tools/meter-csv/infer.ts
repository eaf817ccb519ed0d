import type { StampColumns } from "./columns.ts";
import type { Layout } from "./layout.ts";
import { otherSign, type Decimal, isEnergy, type Unit } from "./numbers.ts";
import { Refusal } from "./refused-rows.ts";
import type { DateOrder } from "./timestamps.ts";
import type { Formats, Series } from "./sniff.ts";
import { isReading, isUtcHeader } from "./header-keywords.ts";
import { AMSTERDAM, UTC, type Zone } from "./clock.ts";
import { DAY_MS, MINUTE_MS } from "../../lib/time/amsterdam.ts";

const DAY_OF_QUARTERS = 96;
const MAX_DAYS = 3_660;

type Note = (sentence: string) => void;

/**
 * Whether the day or the month comes first, from the dates; day first, with a note, if none
 * decides.
 */
export function decideOrder({ order }: Formats, note: Note): DateOrder {
  if (order["day-first"] && order["month-first"]) {
    throw new Refusal(
      "Some dates have the day first and some the month: write them as 2026-12-31.",
    );
  }
  if (order["month-first"]) return "month-first";
  if (order.either && !order["day-first"]) {
    note("No date shows whether day or month comes first; day first is assumed.");
  }
  return "day-first";
}

/**
 * The decimal sign, from the numbers. If they do not decide, `1.250` next to `987` means thousands;
 * otherwise a sign means decimals, unless the scale matters.
 * @throws Refusal that requires --decimal
 */
export function decideDecimal(
  { decimal: seen, example }: Formats,
  requested: Decimal | undefined,
  scaleMatters: boolean,
  note: Note,
): Decimal {
  if (requested) return requested;
  if (seen.comma && seen.point) {
    throw new Refusal("Some numbers have a decimal comma and some a point: give --decimal.");
  }
  if (!seen.either || seen.comma || seen.point) return seen.comma ? "comma" : "point";
  const sign = example.includes(",") ? "comma" : "point";
  if (seen.hundreds) {
    note(`Numbers such as ${example} are taken as thousands, for there are hundreds (--decimal).`);
    return otherSign(sign);
  }
  if (!scaleMatters) return sign;
  throw new Refusal(
    `Numbers such as ${example} can have decimals or thousands: give --decimal comma or point.`,
  );
}

/** The length of an interval in minutes. @throws Refusal when quarter-hours cannot be derived. */
export function decideInterval({ stepMs, minMs, maxMs }: Series): number {
  if (Number.isNaN(stepMs)) {
    throw new Refusal("One moment alone does not show how long an interval is.");
  }
  if (maxMs - minMs > MAX_DAYS * DAY_MS) {
    throw new Refusal("The dates are more than ten years apart: are they read as you mean them?");
  }
  const minutes = stepMs / MINUTE_MS;
  if (minutes >= 1 && minutes <= 15) return minutes;
  const length = minutes === 60 ? "an hour" : `${Math.round(minutes * 100) / 100} minutes`;
  throw new Refusal(
    `The values are ${length} apart: what a quarter-hour was can be known from one every 1 to 15 minutes.`,
  );
}

/** Local time unless the header or preamble names UTC. */
export function decideZone(
  layout: Layout,
  { date, time }: StampColumns,
  requested: Zone | undefined,
): Zone {
  if (requested) return requested;
  const headers = [layout.headers[date], layout.headers[time ?? date], layout.preamble];
  return headers.some((text) => text && isUtcHeader(text)) ? UTC : AMSTERDAM;
}

/** Which end timestamps mark: by header, else by the first and last time of day in the file. */
export function decideStamps(
  { marks }: StampColumns,
  { firstInDayMs, lastInDayMs, stepMs }: Series,
  requested: "start" | "end" | undefined,
  note: Note,
): "start" | "end" {
  if (requested ?? marks) return requested ?? marks ?? "start";
  if (firstInDayMs === stepMs && lastInDayMs === 0) return "end";
  if (firstInDayMs === 0 && lastInDayMs === DAY_MS - stepMs) return "start";
  note("Nothing shows which end of an interval the stamps mark; the start is assumed (--stamps).");
  return "start";
}

/** Whether values are cumulative readings. @throws Refusal that requires --values */
export function decideReadings(
  headers: readonly string[],
  unit: Unit,
  series: Series,
  requested: "interval" | "readings" | undefined,
): boolean {
  if (requested === "readings" && !isEnergy(unit)) {
    throw new Refusal(`Meter readings are energy, not ${unit}: give --unit kWh, Wh or MWh.`);
  }
  if (requested) return requested === "readings";
  if (!isEnergy(unit) || !series.rises) return false;
  if (headers.every(isReading) || series.counted >= DAY_OF_QUARTERS) return true;
  if (series.headStart < 20) return false;
  throw new Refusal(
    "The values only go up: are they meter readings, or energy per interval? Give --values readings or interval.",
  );
}
