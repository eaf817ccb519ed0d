import { toMillis } from "@/components/format.ts";
import type { OwnControl } from "@/lib/contract/locations.ts";
import { clockTime, endTime, type Words } from "./told-control.ts";

/** A stretch of time, `[from, to)` in milliseconds. */
interface Stretch {
  from: number;
  to: number;
}

const newestFirst = (a: OwnControl, b: OwnControl) =>
  toMillis(b.created_at) - toMillis(a.created_at);

/** Of controls under way at once the newest is followed, however each was addressed. */
export const inForce = (active: readonly OwnControl[]): OwnControl | undefined =>
  [...active].sort(newestFirst)[0];

const forceOf = ({ time_from, effective_to }: OwnControl): Stretch => ({
  from: toMillis(time_from),
  to: toMillis(effective_to),
});

/** Of a control's time in force, when newer ones among `all` go before it; the earliest first. */
export function overruledDuring(control: OwnControl, all: readonly OwnControl[]): Stretch[] {
  const own = forceOf(control);
  const taken = all
    .filter(({ created_at }) => toMillis(created_at) > toMillis(control.created_at))
    .map(forceOf)
    .map(({ from, to }) => ({ from: Math.max(from, own.from), to: Math.min(to, own.to) }))
    .filter(({ from, to }) => from < to)
    .sort((a, b) => a.from - b.from);
  return taken.reduce<Stretch[]>((joined, { from, to }) => {
    const last = joined.at(-1);
    if (!last || last.to < from) return [...joined, { from, to }];
    return [...joined.slice(0, -1), { from: last.from, to: Math.max(last.to, to) }];
  }, []);
}

/** Whether a newer control goes before this one at a moment (ms). */
export const isOverruled = (control: OwnControl, all: readonly OwnControl[], now: number) =>
  overruledDuring(control, all).some(({ from, to }) => from <= now && now < to);

/** When newer controls among `all` went, go or will go before this one: a sentence for each time. */
export function tellOverruled(
  control: OwnControl,
  all: readonly OwnControl[],
  now: number,
  words: Words,
): string[] {
  const own = forceOf(control);
  return overruledDuring(control, all).map(({ from, to }) => {
    const times = { from: clockTime(from, words), to: endTime(from, to, words) };
    if (from <= now && now < to) return words.t("told.overruled.now", times);
    const isWhole = from === own.from && to === own.to;
    const tense = to <= now ? "past" : "coming";
    return words.t(`told.overruled.${isWhole ? "whole" : "part"}.${tense}`, times);
  });
}
