import { toMillis } from "@/lib/time/instant.ts";
import type { LocatedControl } from "@/lib/contract/locations.ts";
import { clockTime, endTime, type Words } from "../ui/clock-time.ts";

/** A stretch of time, `[from, to)` in milliseconds. */
export interface Stretch {
  from: number;
  to: number;
}

const newestFirst = (a: LocatedControl, b: LocatedControl) =>
  toMillis(b.created_at) - toMillis(a.created_at);

/** Of controls under way at once the newest is followed, however each was addressed. */
export const inForce = (active: readonly LocatedControl[]): LocatedControl | undefined =>
  [...active].sort(newestFirst)[0];

const forceOf = ({ time_from, effective_to }: LocatedControl): Stretch => ({
  from: toMillis(time_from),
  to: toMillis(effective_to),
});

const isNewer = (a: LocatedControl, b: LocatedControl) =>
  toMillis(a.created_at) > toMillis(b.created_at);

/** Of a control's time in force, when any of the others is in force too; the earliest first. */
function sharedWith(control: LocatedControl, others: readonly LocatedControl[]): Stretch[] {
  const own = forceOf(control);
  const shared = others
    .map(forceOf)
    .map(({ from, to }) => ({ from: Math.max(from, own.from), to: Math.min(to, own.to) }))
    .filter(({ from, to }) => from < to)
    .sort((a, b) => a.from - b.from);
  return shared.reduce<Stretch[]>((joined, { from, to }) => {
    const last = joined.at(-1);
    if (!last || last.to < from) return [...joined, { from, to }];
    return [...joined.slice(0, -1), { from: last.from, to: Math.max(last.to, to) }];
  }, []);
}

/** Of a control's time in force, when newer ones among `all` go before it; the earliest first. */
const overruledDuring = (control: LocatedControl, all: readonly LocatedControl[]): Stretch[] =>
  sharedWith(
    control,
    all.filter((other) => isNewer(other, control)),
  );

/** Of a control's time in force, when it goes before older ones among `all`, and none before it. */
export function replacedDuring(control: LocatedControl, all: readonly LocatedControl[]): Stretch[] {
  const older = all.filter((other) => isNewer(control, other));
  return overruledDuring(control, all).reduce(without, sharedWith(control, older));
}

/** Of a control's time in force, when no newer one among `all` goes before it; the earliest first. */
export const effectiveDuring = (
  control: LocatedControl,
  all: readonly LocatedControl[],
): Stretch[] => overruledDuring(control, all).reduce(without, [forceOf(control)]);

/** What is left of some stretches when another is taken out of them. */
const without = (stretches: Stretch[], taken: Stretch): Stretch[] =>
  stretches
    .flatMap(({ from, to }) => [
      { from, to: Math.min(to, taken.from) },
      { from: Math.max(from, taken.to), to },
    ])
    .filter(({ from, to }) => from < to);

const isWhole = (control: LocatedControl, { from, to }: Stretch) =>
  from === forceOf(control).from && to === forceOf(control).to;

/** Whether newer controls among `all` go before this one from its start to its end. */
export const isOverriddenWholly = (
  control: LocatedControl,
  all: readonly LocatedControl[],
): boolean => effectiveDuring(control, all).length === 0;

/** A sentence for each stretch, in the tense it has at `now` (ms). */
const tellEach =
  (key: "overruled" | "replaced", stretchesOf: typeof overruledDuring) =>
  (control: LocatedControl, all: readonly LocatedControl[], now: number, words: Words): string[] =>
    stretchesOf(control, all).map((stretch) => {
      const { from, to } = stretch;
      const times = { from: clockTime(from, words), to: endTime(from, to, words) };
      if (from <= now && now < to) return words.t(`told.${key}.now`, times);
      const extent = isWhole(control, stretch) ? "whole" : "part";
      return words.t(`told.${key}.${extent}.${to <= now ? "past" : "coming"}`, times);
    });

/** When newer controls among `all` went, go or will go before this one: a sentence for each time. */
export const describeOverridden = tellEach("overruled", overruledDuring);

/** When this control took, takes or will take the place of older ones: a sentence for each time. */
export const describeReplacing = tellEach("replaced", replacedDuring);
