const hoursAndMinutes = /^(?<hour>\d{1,2})(?:[:.hu ]?(?<minute>\d{2}))?$/i;
const wholeTime = /^(\d{1,2}[:.hu ]\d{2}|\d{4})$/i;

/**
 * The time of day a person typed, as `13:05`; null when it is none. `13:05`, `13.05`, `1305` and
 * `13` are taken; `24:00` is the end of a day.
 */
export function readTime(text: string): string | null {
  const { hour, minute = "00" } = hoursAndMinutes.exec(text.trim())?.groups ?? {};
  if (hour === undefined || Number(minute) > 59) return null;
  const isInDay = Number(hour) < 24 || (Number(hour) === 24 && Number(minute) === 0);
  return isInDay ? `${hour.padStart(2, "0")}:${minute}` : null;
}

/** Whether nothing can follow: hours and minutes. */
export const isWholeTime = (text: string): boolean => wholeTime.test(text.trim());
