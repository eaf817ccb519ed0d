import { HOUR_MS, MINUTE_MS } from "@/lib/time/amsterdam.ts";
import type { ControlTranslator } from "./control-view-model.ts";

/** The same in few letters: `15 min`, `2 h`. */
export const shortDuration = (duration: number, t: ControlTranslator): string =>
  duration < HOUR_MS
    ? t("page.minutesShort", { minutes: Math.round(duration / MINUTE_MS) })
    : describeDuration(duration, t);

/** A stretch of whole minutes (given in milliseconds): `15 minutes`, `2 h`, `1 h 30 min`. */
export function describeDuration(duration: number, t: ControlTranslator): string {
  const hours = Math.floor(duration / HOUR_MS);
  const minutes = Math.round((duration % HOUR_MS) / MINUTE_MS);
  if (hours === 0) return t("effective.minutes", { minutes });
  return minutes === 0
    ? t("effective.hours", { hours })
    : t("effective.hoursMinutes", { hours, minutes });
}
