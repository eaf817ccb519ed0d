import { localDate } from "@/lib/time/amsterdam.ts";
import { clockTime, type Translator } from "@/components/ui/clock-time.ts";
import type { Bucket } from "./buckets.ts";
import type { Span } from "@/lib/time/periods.ts";

/** What a span is called: its day, its week from Monday to Sunday, its month. */
export function periodTitle({ name, from, to }: Span, { t, f }: Translator): string {
  if (name === "day") return f.day(from);
  if (name === "month") return f.month(from);
  return t("history.week", { from: f.shortDay(from), to: f.day(to - 1) });
}

/** What a bucket is called in the table, `13:00–14:00` or its day, in parts it may wrap between. */
export function bucketTitle(
  name: Span["name"],
  { from, to }: Bucket,
  translator: Translator,
): string[] {
  if (name !== "day") return [translator.f.shortDay(from)];
  const start = clockTime(from, translator);
  const end = localDate(from) === localDate(to) ? clockTime(to, translator) : "24:00";
  const isLong = start.includes(" ") || end.includes(" ");
  return isLong ? [`${start}–`, end] : [`${start}–${end}`];
}

/** The label under a bar: every sixth hour, every weekday, every seventh day of a month. */
export function bucketMark(
  name: Span["name"],
  bucket: Bucket,
  index: number,
  { f }: Translator,
): string {
  if (name === "week") return f.bareWeekday(bucket.from);
  if (name === "month") return index % 7 === 0 ? String(index + 1) : "";
  const time = f.time(bucket.from);
  return ["06:00", "12:00", "18:00"].includes(time) ? time : "";
}
