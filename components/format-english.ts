import { formatsOf, type Moment } from "./format.ts";

/* Gone as soon as every room speaks both languages. */
const f = formatsOf("en");
export { UNKNOWN, toMillis, zoneAbbreviation } from "./format.ts";
export const formatNumber = f.number;
export const formatTick = f.tick;
export const formatKw = f.kw;
export const formatKwh = f.kwh;
export const formatPercent = f.percent;
export const formatCount = f.count;
export const formatTime = f.time;
export const formatSeconds = f.seconds;
export const formatDay = f.day;
export const formatWeekday = f.weekday;
export const formatMoment = f.moment;
export const formatWindow = f.window;
export const formatNearMoment = (at: Moment, now: number) => f.nearMoment(at, now);
export const formatNearWindow = f.nearWindow;
export const formatNearEnd = f.nearEnd;
export const ispLabel = f.ispLabel;
export const formatCounted = (count: number, noun: string): string =>
  `${f.count(count)} ${noun}${count === 1 ? "" : "s"}`;
