import type { ControlType } from "../../lib/contract/index.ts";
import { hashed, hashSeed } from "../../service/gateway/simulator/noise.ts";

const TYPES = ["MAX_PRODUCTION", "ZERO_EXPORT", "MAX_CONSUMPTION"] as const;
const LENGTHS = [5, 15, 30, 60, 120, 240];

/** A random control: type, window and target, in minutes from the start of the test. */
export interface RandomControl {
  type: ControlType;
  fromMinute: number;
  minutes: number;
  groupKey: string | null;
  /** A newer control of another type that takes over some of its minutes. */
  newer: Window | null;
}

export type Window = Pick<RandomControl, "type" | "fromMinute" | "minutes">;

/** The newest control that covers a minute; the list is in order of acceptance. */
export const activeAt = (controls: readonly (Window | null)[], minute: number): Window | null =>
  controls.findLast(
    (one) => one && one.fromMinute <= minute && minute < one.fromMinute + one.minutes,
  ) ?? null;

/** The n-th random control, in the second half of the days; one that a newer one interrupts is longer. */
export function drawControl(
  n: number,
  {
    days,
    groupKeys,
    isInterrupted,
  }: { days: number; groupKeys: readonly string[]; isInterrupted: boolean },
): RandomControl {
  const random = (which: number) => hashed(hashSeed(`control ${which}`), n);
  const pick = <T>(which: number, values: readonly T[]) =>
    values[Math.floor(random(which) * values.length)]!;
  const half = Math.floor(days / 2);
  const day = half + Math.floor(random(1) * (days - half - 1));
  const type = pick(2, TYPES);
  const fromMinute = day * 1440 + 4 * 60 + Math.floor(random(3) * 14 * 60);
  const minutes = pick(
    4,
    LENGTHS.filter((length) => !isInterrupted || length > 10),
  );
  const afterMinutes = Math.floor(random(7) * (minutes - 10));
  const newer = {
    type: pick(
      6,
      TYPES.filter((one) => one !== type),
    ),
    fromMinute: fromMinute + afterMinutes,
    minutes: Math.min(Math.ceil((random(8) * minutes) / 2), minutes - afterMinutes),
  };
  return {
    type,
    fromMinute,
    minutes,
    groupKey: pick(5, [null, ...groupKeys]),
    newer: isInterrupted ? newer : null,
  };
}
