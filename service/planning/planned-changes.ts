import type { PlannedChange } from "../../lib/contract/index.ts";
import { floorMinute, floorQuarter, MINUTE_MS, QUARTER_MS } from "../../lib/time/amsterdam.ts";
import { roundToWatt } from "../engine/control.ts";
import { readPlannedShifts, type Shift, type ShiftArea } from "../store/planned-shifts.ts";
import type { Db } from "../store/store.ts";
import { toExcludedShifts } from "./later-exclusions.ts";

/** What controls change in the plan of an area, without the locations that were excluded later. */
export async function readCurrentShifts(
  db: Db,
  area: ShiftArea,
  fromMs: number,
  toMs: number,
): Promise<Shift[]> {
  const { shifts, excluded } = await readPlannedShifts(db, area, fromMs, toMs);
  return [...shifts, ...excluded.flatMap((row) => toExcludedShifts(row, row.untilMs))];
}

/** The change of the plan in `[fromMs, toMs)` by quarter-hour, in kW averaged over each. */
export function toPlannedChanges(
  shifts: readonly Shift[],
  fromMs: number,
  toMs: number,
): PlannedChange[] {
  const sums = new Map<number, number>();
  for (const shift of shifts)
    for (let ms = floorQuarter(shift.fromMs); ms < shift.toMs; ms += QUARTER_MS) {
      if (ms < fromMs || ms >= toMs) continue;
      const overlapMs = Math.min(ms + QUARTER_MS, shift.toMs) - Math.max(ms, shift.fromMs);
      sums.set(ms, (sums.get(ms) ?? 0) + (shift.kw * overlapMs) / QUARTER_MS);
    }
  return [...sums]
    .sort(([a], [b]) => a - b)
    .map(([ms, kw]) => ({ time: new Date(ms).toISOString(), change: roundToWatt(kw) }))
    .filter(({ change }) => change !== 0);
}

/** The change of the plan in the minute of `nowMs`, in kW. */
export function plannedChangeAt(shifts: readonly Shift[], nowMs: number): number {
  const minute = floorMinute(nowMs);
  const inMinute = shifts.filter(
    ({ fromMs, toMs }) => fromMs < minute + MINUTE_MS && toMs > minute,
  );
  return roundToWatt(inMinute.reduce((sum, { kw }) => sum + kw, 0));
}
