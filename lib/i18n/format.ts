import type { Locale } from "@/lib/i18n/locales.ts";
import { toMillis, type Moment } from "../time/instant.ts";
import { isAmbiguousTime, HOUR_MS, localDate, offsetAt, startOfDay } from "../time/amsterdam.ts";
import { createDateFormats, nearDayName } from "./format-date.ts";
import { formatEuros, formatNumber, formatPercent, type Sign } from "./format-number.ts";

/** Shown for an unknown value; never 0. */
export const UNKNOWN = "–";

type Value = number | null | undefined;

/** The name of a settlement period. */
const ispNames = { en: "ISP", nl: "PTU" } as const satisfies Record<Locale, string>;

const decimalsFor = (value: number): number =>
  Math.abs(value) < 9.995 ? 2 : Math.abs(value) < 999.95 ? 1 : 0;

const withUnit = (text: string, unit: string) => (text === UNKNOWN ? text : `${text}\u00a0${unit}`);
const signFor = (signed: boolean): Sign => (signed ? "except-zero" : "negative");

function numbersOf(locale: Locale) {
  /** A number with as many decimals as are significant, and a true minus sign. */
  function number(
    value: Value,
    { signed = false, decimals }: { signed?: boolean; decimals?: number } = {},
  ): string {
    if (value === null || value === undefined || Number.isNaN(value)) return UNKNOWN;
    const digits = decimals ?? decimalsFor(value);
    const style = { minDecimals: digits, maxDecimals: digits, sign: signFor(signed) };
    return formatNumber(locale, value, style);
  }

  return {
    number,
    /** A number on an axis: `1,000`, `−0.05`. */
    tick: (value: number): string => formatNumber(locale, value, { maxDecimals: 3 }),
    /** A number as it is typed, with all its decimals and no separators of thousands. */
    typed: (value: number): string =>
      formatNumber(locale, value, { maxDecimals: 6, isGrouped: false }),
    /** Power in kW: `12.4 kW`; `signed` adds a plus; a dash if unknown. */
    kw: (value: Value, options?: { signed?: boolean }) => withUnit(number(value, options), "kW"),
    /** Energy in kWh, as `kw`. */
    kwh: (value: Value, options?: { signed?: boolean }) => withUnit(number(value, options), "kWh"),
    /** An amount in euros: `€ 12.40`; `signed` adds a plus; a dash if unknown. */
    eur: (value: Value, { signed = false }: { signed?: boolean } = {}): string =>
      value === null || value === undefined
        ? UNKNOWN
        : formatEuros(locale, value, { minDecimals: 2, maxDecimals: 2, sign: signFor(signed) }),
    /** A share from 0 to 1 as a whole percentage. */
    percent: (share: Value): string =>
      share === null || share === undefined ? UNKNOWN : formatPercent(locale, share),
    /** A whole number: `1,204`. */
    count: (value: Value): string => number(value, { decimals: 0 }),
  };
}

/** `CET` or `CEST`: the zone abbreviation in force at a moment. */
export function zoneAbbreviation(moment: Moment): string {
  return offsetAt(toMillis(moment)) > HOUR_MS ? "CEST" : "CET";
}

const isTwice = (moment: Moment): boolean => isAmbiguousTime(toMillis(moment));

/** Dates and clock times; a time in the repeated hour has its zone. */
function clocksOf(locale: Locale) {
  const dates = createDateFormats(locale);
  const named = (written: (at: Moment) => string) => (at: Moment) =>
    isTwice(at) ? `${written(at)} ${zoneAbbreviation(at)}` : written(at);
  return {
    ...dates,
    bareTime: dates.time,
    /** `13:45` in Amsterdam; `02:30 CEST` or `02:30 CET` in the repeated hour. */
    time: named(dates.time),
    /** `13:45:07`, as `time`. */
    seconds: named(dates.seconds),
  };
}

function formatsFor(locale: Locale) {
  const clocks = clocksOf(locale);
  const { bareTime, time, day, shortDay } = clocks;

  const moment = (at: Moment): string => `${day(at)}, ${time(at)}`;

  /** The end of a window: its time only if it ends on the same day; midnight is `24:00`. */
  function endOf(from: Moment, to: Moment, dayOf: (at: Moment) => string, clock = bareTime) {
    if (toMillis(to) === startOfDay(toMillis(from), 1)) return "24:00";
    return day(from) === day(to) ? clock(to) : `${dayOf(to)}${clock(to)}`;
  }

  /**
   * A start and an end with their zones: each its own if the clock changes between them, one for
   * both if a time is repeated, or `always`.
   */
  function spanned(from: Moment, to: Moment, [start, end]: [string, string], always = false) {
    const [zone, next] = [zoneAbbreviation(from), zoneAbbreviation(to)];
    if (zone !== next) return `${start} ${zone}–${end} ${next}`;
    return `${start}–${end}${always || isTwice(from) || isTwice(to) ? ` ${zone}` : ""}`;
  }

  const window = (from: Moment, to: Moment): string =>
    spanned(from, to, [`${day(from)}, ${bareTime(from)}`, endOf(from, to, (at) => `${day(at)}, `)]);

  const times = (from: Moment, to: Moment, always?: boolean): string =>
    spanned(from, to, [bareTime(from), bareTime(to)], always);

  function relativeDay(at: Moment, now: number): string {
    const date = localDate(toMillis(at));
    const near = [-1, 0, 1].find((days) => localDate(startOfDay(now, days)) === date);
    if (near !== undefined) return nearDayName(locale, near);
    return date.slice(0, 4) === localDate(now).slice(0, 4) ? shortDay(at) : day(at);
  }

  const nearDay = (at: Moment, now: number): string => capital(relativeDay(at, now));
  const nearMoment = (at: Moment, now: number): string => `${nearDay(at, now)}, ${time(at)}`;
  const nearEnd = (from: Moment, to: Moment, now: number, clock = time): string =>
    endOf(from, to, (at) => `${relativeDay(at, now)} `, clock);

  return {
    locale,
    ...numbersOf(locale),
    ...clocks,
    /** `Sun 25 Oct 2026, 13:45`, Amsterdam time. */
    moment,
    /** `Sun 25 Oct 2026, 13:45–14:00`; the end includes its day if that is another one. */
    window,
    /** `13:45–14:00`, with zones if the clock changes, a time is repeated, or `always`. */
    times,
    /** `Today`, `Tomorrow`, `Yesterday`, else `Sun 25 Oct`, with the year if it is another one. */
    nearDay,
    /** The same for use within a sentence: `tomorrow`. */
    relativeDay,
    /** A moment relative to `now` (ms): `Today, 13:45`. */
    nearMoment,
    /** The same for use within a sentence: `today, 13:45`. */
    amidMoment: (at: Moment, now: number) => `${relativeDay(at, now)}, ${time(at)}`,
    /**
     * A moment's time only if it is on the same day as `reference`, else with its day: `Fri 20 Nov,
     * 02:00`.
     */
    besideTime: (at: Moment, reference: Moment): string =>
      day(at) === day(reference) ? time(at) : `${shortDay(at)}, ${time(at)}`,
    /**
     * The end of a window that starts at `from`, relative to `now` (ms): `14:00`, `24:00`,
     * `tomorrow 01:00`.
     */
    nearEnd,
    /**
     * A window relative to `now` (ms): `Today, 13:45–14:00` or `Today 23:00–tomorrow 01:00`, with
     * `CET` or `CEST` in the repeated hour; if the clock changes within it, as `window`.
     */
    nearWindow: (from: Moment, to: Moment, now: number): string => {
      if (zoneAbbreviation(from) !== zoneAbbreviation(to)) return window(from, to);
      const end = nearEnd(from, to, now, bareTime);
      const comma = end.includes(" ") ? "" : ",";
      return spanned(from, to, [`${nearDay(from, now)}${comma} ${bareTime(from)}`, end]);
    },
    /** The name of a settlement period, for a heading: `ISP`, in Dutch `PTU`. */
    ispName: ispNames[locale] as string,
    /**
     * `ISP 53 · 13:00–13:15`: the interval's number within its day in Amsterdam, and its local
     * times.
     */
    ispLabel: (interval: { isp: number; time_from: Moment; time_to: Moment }): string =>
      `${ispNames[locale]} ${interval.isp} · ${times(interval.time_from, interval.time_to)}`,
  };
}

/** Capitalises a text unless it is a date: Dutch writes days of the week in lower case. */
const capital = (text: string) =>
  /\d/.test(text) ? text : text.charAt(0).toUpperCase() + text.slice(1);

/** The formats of numbers, moments and windows in one language; always in Amsterdam time. */
export type Formats = ReturnType<typeof formatsFor>;

const made: Partial<Record<Locale, Formats>> = {};

/** The formats of a language, cached; components use `useFormats`. */
export const createFormats = (locale: Locale): Formats => (made[locale] ??= formatsFor(locale));
