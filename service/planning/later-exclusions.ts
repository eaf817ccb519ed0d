import type { ControlShift } from "../../lib/contract/index.ts";
import { getIspParts } from "../../lib/time/amsterdam.ts";
import { toShifts } from "../engine/control.ts";
import { getExcludedShares, reverseExcluded } from "../engine/preferences.ts";
import type { ControlRow } from "../store/control-list.ts";
import {
  getPlannedKw,
  isAtLocations,
  readLaterExclusions,
  type LaterExclusionRow,
} from "../store/later-exclusions.ts";
import type { Shift } from "../store/planned-shifts.ts";
import type { Db } from "../store/store.ts";

type Planned = Pick<ControlRow, "id" | "timeFrom" | "timeTo">;

const toParts = ({ timeFrom, timeTo }: Pick<Planned, "timeFrom" | "timeTo">) =>
  getIspParts(timeFrom.getTime(), timeTo.getTime());

/** What an exclusion after acceptance changes in the plan of a location, until a moment. */
export const toExcludedShifts = (row: LaterExclusionRow, untilMs: number): Shift[] =>
  toParts(row)
    .flatMap((part, i) => reverseExcluded(part, row.exclusions, getPlannedKw(row, i)))
    .map((shift) => ({ ...shift, toMs: Math.min(shift.toMs, untilMs) }))
    .filter(({ fromMs, toMs }) => fromMs < toMs);

/** What customers changed in the plan of a control who were excluded after its acceptance. */
export async function readExcludedEffect(db: Db, control: Planned): Promise<ControlShift[]> {
  const parts = toParts(control);
  const kw = new Float64Array(parts.length);
  for (const row of await readLaterExclusions(db, [control.id]))
    getExcludedShares(parts, row.exclusions).forEach((share, i) => {
      if (share > 0) kw[i]! -= share * getPlannedKw(row, i);
    });
  return toShifts(parts, kw);
}

/** What does not take place of the plan of a control in each part, as far as it is not measured. */
export interface ExcludedPlan {
  kw: Float64Array;
  /** The locations that are excluded from most of a part. */
  locations: Float64Array;
  /** The share of each part that does not take place, by location. */
  shares: ReadonlyMap<string, readonly number[]>;
}

/**
 * Reads what exclusions after acceptance leave out of the plan of a control, or only at some locations.
 * Measured parts have it already: there a location was in force, or it was not.
 */
export async function readExcludedPlan(
  db: Db,
  control: Planned,
  locationIds?: readonly string[],
): Promise<ExcludedPlan> {
  const parts = toParts(control);
  const [kw, locations] = [new Float64Array(parts.length), new Float64Array(parts.length)];
  const shares = new Map<string, readonly number[]>();
  const atLocations = locationIds && isAtLocations(locationIds);
  for (const row of await readLaterExclusions(db, [control.id], atLocations)) {
    const open = getExcludedShares(parts, row.exclusions).map((share, i) =>
      Number.isNaN(row.measuredKw?.[i] ?? NaN) ? share : 0,
    );
    shares.set(row.locationId, open);
    open.forEach((share, i) => {
      if (share > 0) kw[i]! += share * (row.afterKw[i]! - row.beforeKw[i]!);
      if (share > 0.5) locations[i]! += 1;
    });
  }
  return { kw, locations, shares };
}
