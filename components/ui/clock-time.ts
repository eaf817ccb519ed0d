import type { useTranslations } from "next-intl";
import { isAmbiguousTime, HOUR_MS, localDate, startOfDay } from "@/lib/time/amsterdam.ts";
import type { Formats } from "@/lib/i18n/format.ts";

/** What words are made with. */
export interface Translator {
  t: ReturnType<typeof useTranslations<"customerHome">>;
  f: Formats;
}

/** A moment by Amsterdam's clock; in the hour that comes twice, which of the two. */
export function clockTime(at: number, { t, f }: Translator): string {
  const time = f.bareTime(at);
  if (!isAmbiguousTime(at)) return time;
  return t(isAmbiguousTime(at - HOUR_MS) ? "narrative.winter" : "narrative.summer", { time });
}

/** The end of a window by Amsterdam's clock: midnight is `24:00`, another day is named. */
export function endTime(from: number, to: number, translator: Translator): string {
  if (to === startOfDay(from, 1)) return "24:00";
  const time = clockTime(to, translator);
  return localDate(from) === localDate(to) ? time : `${translator.f.shortDay(to)} ${time}`;
}
