import type { LocatedControl } from "../contract/locations.ts";
import { toMillis } from "../time/instant.ts";

/** A stretch of time, `[from, to)` in milliseconds. */
export interface Interval {
  from: number;
  to: number;
}

const newestFirst = (a: LocatedControl, b: LocatedControl) =>
  toMillis(b.created_at) - toMillis(a.created_at);

/** Of controls under way at once the newest is followed, however each was addressed. */
export const inForce = (active: readonly LocatedControl[]): LocatedControl | undefined =>
  [...active].sort(newestFirst)[0];

const getStrength = ({ time_from, effective_to }: LocatedControl): Interval => ({
  from: toMillis(time_from),
  to: toMillis(effective_to),
});

const isNewer = (a: LocatedControl, b: LocatedControl) =>
  toMillis(a.created_at) > toMillis(b.created_at);

/** Of a control's time in force, when any of the others is in force too; the earliest first. */
function intersect(control: LocatedControl, others: readonly LocatedControl[]): Interval[] {
  const strength = getStrength(control);
  const shared = others
    .map(getStrength)
    .map(({ from, to }) => ({ from: Math.max(from, strength.from), to: Math.min(to, strength.to) }))
    .filter(({ from, to }) => from < to)
    .sort((a, b) => a.from - b.from);
  return shared.reduce<Interval[]>((joined, { from, to }) => {
    const last = joined.at(-1);
    if (!last || last.to < from) return [...joined, { from, to }];
    return [...joined.slice(0, -1), { from: last.from, to: Math.max(last.to, to) }];
  }, []);
}

/** The intervals in which newer controls of `all` override a control, earliest first. */
export const getOverriddenIntervals = (
  control: LocatedControl,
  all: readonly LocatedControl[],
): Interval[] =>
  intersect(
    control,
    all.filter((other) => isNewer(other, control)),
  );

/** The intervals in which a control overrides older ones of `all` and is not overridden itself. */
export function getReplacedIntervals(
  control: LocatedControl,
  all: readonly LocatedControl[],
): Interval[] {
  const older = all.filter((other) => isNewer(control, other));
  return getOverriddenIntervals(control, all).reduce(subtract, intersect(control, older));
}

/** The intervals in which no newer control of `all` overrides a control, earliest first. */
export const getEffectiveIntervals = (
  control: LocatedControl,
  all: readonly LocatedControl[],
): Interval[] => getOverriddenIntervals(control, all).reduce(subtract, [getStrength(control)]);

/** What is left of some stretches when another is taken out of them. */
const subtract = (stretches: Interval[], taken: Interval): Interval[] =>
  stretches
    .flatMap(({ from, to }) => [
      { from, to: Math.min(to, taken.from) },
      { from: Math.max(from, taken.to), to },
    ])
    .filter(({ from, to }) => from < to);

/** Whether an interval is all of the time in which a control is in force. */
export const isWhole = (control: LocatedControl, { from, to }: Interval) =>
  from === getStrength(control).from && to === getStrength(control).to;

/** Whether newer controls of `all` override this one from start to end. */
export const isOverriddenWholly = (
  control: LocatedControl,
  all: readonly LocatedControl[],
): boolean => getEffectiveIntervals(control, all).length === 0;
