import { DAY_MS, startOfDay } from "@/lib/time/amsterdam.ts";
import type { Formats } from "@/lib/i18n/format.ts";
import type { Range } from "./ranges.ts";

/** A formatted range: `Sat 21 Nov 2026`, `Sun 15 Nov – Sat 21 Nov 2026`, or with its times. */
export function rangeLabel({ from, to }: Range, f: Formats): string {
  const isWholeDays = from === startOfDay(from) && to === startOfDay(to);
  if (!isWholeDays) return f.window(from, to);
  const last = to - DAY_MS / 2;
  if (startOfDay(from, 1) === to) return f.day(from);
  const isOneYear = f.day(from).slice(-4) === f.day(last).slice(-4);
  return `${isOneYear ? f.shortDay(from) : f.day(from)} – ${f.day(last)}`;
}

/** The same for the name of a file: `2026-11-15--2026-11-21`. */
export const rangeInFileName = (days: { first: string; last: string }): string =>
  days.first === days.last ? days.first : `${days.first}--${days.last}`;

/** A name as a part of a file's: `Zon Noord-Holland` as `zon-noord-holland`. */
export const inFileName = (name: string): string =>
  name
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, "-")
    .replace(/^-|-$/g, "");
