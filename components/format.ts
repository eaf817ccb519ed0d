import { localDate, startOfDay, ZONE } from "./amsterdam.ts";

const LOCALE = "en-GB";
/** Shown where a value is not known; never 0. */
export const UNKNOWN = "–";

type Moment = string | number | Date;

/** Contract stamps without an offset are UTC. */
function toDate(moment: Moment): Date {
  if (typeof moment !== "string") return new Date(moment);
  return new Date(/(Z|[+-]\d{2}:?\d{2})$/i.test(moment) ? moment : `${moment}Z`);
}

/** A contract stamp as milliseconds since 1970; without an offset it is UTC. */
export const toMillis = (moment: Moment): number => toDate(moment).getTime();

const decimalsFor = (value: number): number =>
  Math.abs(value) < 9.995 ? 2 : Math.abs(value) < 999.95 ? 1 : 0;

/** A number with as many decimals as are worth reading, and a true minus sign. */
export function formatNumber(
  value: number | null | undefined,
  { signed = false, decimals }: { signed?: boolean; decimals?: number } = {},
): string {
  if (value === null || value === undefined || Number.isNaN(value)) return UNKNOWN;
  const digits = decimals ?? decimalsFor(value);
  return new Intl.NumberFormat(LOCALE, {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
    signDisplay: signed ? "exceptZero" : "negative",
  })
    .format(value)
    .replace("-", "−");
}

const tick = new Intl.NumberFormat(LOCALE, { maximumFractionDigits: 3 });
/** A number on an axis: `1,000`, `−0.05`. */
export const formatTick = (value: number): string => tick.format(value).replace("-", "−");

const withUnit = (text: string, unit: string) => (text === UNKNOWN ? text : `${text}\u00a0${unit}`);

/** Power in kW: `12.4 kW`; `signed` writes the plus too; unknown is a dash. */
export const formatKw = (value: number | null | undefined, options?: { signed?: boolean }) =>
  withUnit(formatNumber(value, options), "kW");

/** Energy in kWh, as {@link formatKw}. */
export const formatKwh = (value: number | null | undefined, options?: { signed?: boolean }) =>
  withUnit(formatNumber(value, options), "kWh");

/** A share from 0 to 1 as a whole percentage. */
export const formatPercent = (share: number | null | undefined): string =>
  share === null || share === undefined
    ? UNKNOWN
    : new Intl.NumberFormat(LOCALE, {
        style: "percent",
        maximumFractionDigits: 0,
        signDisplay: "negative",
      })
        .format(share)
        .replace("-", "−");

/** A whole number: `1,204`. */
export const formatCount = (value: number | null | undefined): string =>
  formatNumber(value, { decimals: 0 });

const clock = (options: Intl.DateTimeFormatOptions) => {
  const format = new Intl.DateTimeFormat(LOCALE, {
    timeZone: ZONE,
    hourCycle: "h23",
    ...options,
  });
  return (moment: Moment): string => format.format(toDate(moment));
};

/** `13:45`, Amsterdam time. */
export const formatTime = clock({ hour: "2-digit", minute: "2-digit" });
/** `13:45:07`, Amsterdam time. */
export const formatSeconds = clock({ hour: "2-digit", minute: "2-digit", second: "2-digit" });
/** `Sun 25 Oct 2026`, Amsterdam's day. */
export const formatDay = (moment: Moment): string => clockDay(moment).replace(",", "");
const clockDay = clock({ weekday: "short", day: "numeric", month: "short", year: "numeric" });
/** `Sun 25`: a day among its neighbours. */
export const formatWeekday = clock({ weekday: "short", day: "numeric" });
/** `Sun 25 Oct 2026, 13:45`, Amsterdam time. */
export const formatMoment = (moment: Moment): string =>
  `${formatDay(moment)}, ${formatTime(moment)}`;

const zoneName = clock({ hour: "2-digit", timeZoneName: "short" });
/** `CET` or `CEST`: which of the two a moment is told in. */
export const zoneAbbreviation = (moment: Moment): string =>
  /GMT\+2|CEST/.test(zoneName(moment)) ? "CEST" : "CET";

/** `Sun 25 Oct 2026, 13:45–14:00`; the end names its day too when that is another one. */
export function formatWindow(from: Moment, to: Moment): string {
  const changesClock = zoneAbbreviation(from) !== zoneAbbreviation(to);
  const mark = (moment: Moment) => (changesClock ? ` ${zoneAbbreviation(moment)}` : "");
  return `${formatMoment(from)}${mark(from)}–${endOf(from, to, formatMoment)}${mark(to)}`;
}

/** The end of a window: its time alone within the same day, of which midnight is the end. */
function endOf(from: Moment, to: Moment, whole: (moment: Moment) => string): string {
  if (toMillis(to) === startOfDay(toMillis(from), 1)) return "24:00";
  return formatDay(from) === formatDay(to) ? formatTime(to) : whole(to);
}

const nearNames: Record<number, string> = { [-1]: "Yesterday", 0: "Today", 1: "Tomorrow" };
const clockNearDay = clock({ weekday: "short", day: "numeric", month: "short" });

/** `Today`, `Tomorrow`, `Yesterday`, else `Sun 25 Oct`, with its year where that is another one. */
function formatNearDay(moment: Moment, now: number): string {
  const day = localDate(toMillis(moment));
  const near = [-1, 0, 1].find((days) => localDate(startOfDay(now, days)) === day);
  if (near !== undefined) return nearNames[near]!;
  const sameYear = day.slice(0, 4) === localDate(now).slice(0, 4);
  return sameYear ? clockNearDay(moment).replace(",", "") : formatDay(moment);
}

/** A moment as seen from `now` (ms): `Today, 13:45`. */
export const formatNearMoment = (moment: Moment, now: number): string =>
  `${formatNearDay(moment, now)}, ${formatTime(moment)}`;

/** A window as seen from `now` (ms): `Today, 13:45–14:00`, else as {@link formatWindow}. */
export function formatNearWindow(from: Moment, to: Moment, now: number): string {
  if (zoneAbbreviation(from) !== zoneAbbreviation(to)) return formatWindow(from, to);
  return `${formatNearMoment(from, now)}–${formatNearEnd(from, to, now)}`;
}

/** The end of a window that starts at `from`, as seen from `now` (ms): `14:00`, `24:00`. */
export const formatNearEnd = (from: Moment, to: Moment, now: number): string =>
  endOf(from, to, (moment) => formatNearMoment(moment, now));

/** `1 location`, `1,204 locations`. */
export const formatCounted = (count: number, noun: string): string =>
  `${formatCount(count)} ${noun}${count === 1 ? "" : "s"}`;

/** `ISP 53 · 13:00–13:15`: the interval's number within its Amsterdam day and its local times. */
export const ispLabel = (interval: { isp: number; time_from: Moment; time_to: Moment }): string =>
  `ISP ${interval.isp} · ${formatTime(interval.time_from)}–${formatTime(interval.time_to)}`;
