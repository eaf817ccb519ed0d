/** A period of each week by the local clock: on the days on which it begins, in minutes of the day. */
interface WeeklyPeriod {
  days: readonly number[];
  fromMinute: number;
  toMinute: number;
}

const DAY_MINUTES = 24 * 60;

/** The minute of the day of a clock time such as `17:30`. */
export const toMinuteOfDay = (clock: string): number =>
  Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3));

/** The clock time of a minute of the day. */
export const toClock = (minute: number): string =>
  [Math.floor(minute / 60), minute % 60].map((part) => String(part).padStart(2, "0")).join(":");

/** Hours per week. A period whose end is not later than its start ends on the next day. */
export function weeklyHours({ days, fromMinute, toMinute }: WeeklyPeriod): number {
  const minutes = toMinute - fromMinute + (toMinute > fromMinute ? 0 : DAY_MINUTES);
  return (new Set(days).size * minutes) / 60;
}
