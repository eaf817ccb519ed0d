import { offsetAt } from "../time/amsterdam.ts";
import { toMillis, type Moment } from "../time/instant.ts";
import type { Locale } from "./locales.ts";

const names = {
  en: {
    weekdays: ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"],
    months: [
      "January",
      "February",
      "March",
      "April",
      "May",
      "June",
      "July",
      "August",
      "September",
      "October",
      "November",
      "December",
    ],
    shortMonths: [
      "Jan",
      "Feb",
      "Mar",
      "Apr",
      "May",
      "Jun",
      "Jul",
      "Aug",
      "Sept",
      "Oct",
      "Nov",
      "Dec",
    ],
    near: ["yesterday", "today", "tomorrow"],
  },
  nl: {
    weekdays: ["zo", "ma", "di", "wo", "do", "vr", "za"],
    months: [
      "januari",
      "februari",
      "maart",
      "april",
      "mei",
      "juni",
      "juli",
      "augustus",
      "september",
      "oktober",
      "november",
      "december",
    ],
    shortMonths: [
      "jan",
      "feb",
      "mrt",
      "apr",
      "mei",
      "jun",
      "jul",
      "aug",
      "sep",
      "okt",
      "nov",
      "dec",
    ],
    near: ["gisteren", "vandaag", "morgen"],
  },
} as const satisfies Record<Locale, Record<string, readonly string[]>>;

const two = (value: number) => String(value).padStart(2, "0");

/** A moment's date and clock in Amsterdam. */
function toParts(at: Moment) {
  const ms = toMillis(at);
  const local = new Date(ms + offsetAt(ms));
  return {
    weekday: local.getUTCDay(),
    day: local.getUTCDate(),
    month: local.getUTCMonth(),
    year: local.getUTCFullYear(),
    hour: two(local.getUTCHours()),
    minute: two(local.getUTCMinutes()),
    second: two(local.getUTCSeconds()),
  };
}

/** The short name of a day of the week; 0 is Sunday. */
export const weekdayName = (locale: Locale, weekday: number): string =>
  names[locale].weekdays[weekday % 7]!;

/** `yesterday`, `today` or `tomorrow`, by days from today. */
export const nearDayName = (locale: Locale, days: number): string => names[locale].near[days + 1]!;

/** The dates and clock times of Amsterdam as readers of a language write them. */
export function createDateFormats(locale: Locale) {
  const { months, shortMonths, weekdays } = names[locale];
  const date = ({ weekday, day, month }: ReturnType<typeof toParts>) =>
    `${weekdays[weekday]} ${day} ${shortMonths[month]}`;
  return {
    /** `13:45`; ambiguous in the hour that is repeated in October. */
    time(at: Moment): string {
      const { hour, minute } = toParts(at);
      return `${hour}:${minute}`;
    },
    /** `13:45:07`. */
    seconds(at: Moment): string {
      const { hour, minute, second } = toParts(at);
      return `${hour}:${minute}:${second}`;
    },
    /** `Sun 25 Oct 2026`, the day in Amsterdam. */
    day(at: Moment): string {
      const parts = toParts(at);
      return `${date(parts)} ${parts.year}`;
    },
    /** `Sun 25 Oct`: the day without its year. */
    shortDay: (at: Moment): string => date(toParts(at)),
    /** `Sun 25`: the day without its month. */
    weekday(at: Moment): string {
      const { weekday, day } = toParts(at);
      return `${weekdays[weekday]} ${day}`;
    },
    /** `Sun`: the day of the week. */
    bareWeekday: (at: Moment): string => weekdayName(locale, toParts(at).weekday),
    /** `October 2026`. */
    month(at: Moment): string {
      const { month, year } = toParts(at);
      return `${months[month]} ${year}`;
    },
  };
}
