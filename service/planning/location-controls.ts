import { floorQuarter, getIspParts, QUARTER_MS } from "../../lib/time/amsterdam.ts";
import { getExcludedShares, withoutExcluded } from "../engine/preferences.ts";
import type { Page, Paging } from "../store/listing.ts";
import {
  listLocationControlRows,
  type EarlierRow,
  type EffectRow,
  type LocationControlRow,
} from "../store/location-controls.ts";
import type { Db } from "../store/store.ts";

/** A control with its effect at a location, or at all locations of a customer. */
export interface LocationControl extends Pick<
  LocationControlRow,
  "control" | "superseded" | "optedOut"
> {
  beforeKw: Float64Array;
  afterKw: Float64Array;
  /**
   * Measured less what would have been without any control, over the locations that reported; NaN if
   * none did.
   */
  deliveredKw: Float64Array;
  /** The share of `deliveredKw` in the export of the locations; NaN if none reported. */
  exportChangeKw: Float64Array;
  /** For each interval, whether a location has yet to report measurements under this control. */
  isMissing: boolean[];
}

/** A page of the controls that affected a location or a customer's locations, newest first. */
export async function listLocationControlEffects(
  db: Db,
  whose: { locationId: string } | { customerId: string },
  query: Paging,
): Promise<Page<LocationControl>> {
  const { rows, total } = await listLocationControlRows(db, whose, query);
  return { total, rows: rows.map(toLocationControl) };
}

/** What a location would have done in an interval before the oldest of the controls that ran in it. */
function findWithoutAny(
  earlier: readonly EarlierRow[],
  { fromMs, toMs }: { fromMs: number; toMs: number },
): number | undefined {
  for (const { timeFrom, stopAt, valuedWithoutKw } of earlier) {
    if (timeFrom.getTime() >= toMs || stopAt.getTime() <= fromMs) continue;
    const part = (floorQuarter(fromMs) - floorQuarter(timeFrom.getTime())) / QUARTER_MS;
    const kw = valuedWithoutKw?.[part] ?? NaN;
    if (Number.isFinite(kw)) return kw;
  }
  return undefined;
}

/**
 * What changed at a location in an interval of a control while it was in force; null if it was not. A
 * quarter-hour that controls share is divided by its minutes. In those measured before this was
 * recorded, it is of the control that was in force for most of it.
 */
function findChange(
  { inForceKw, inForceExportKw, measuredKw, counterfactualKw }: EffectRow,
  part: number,
  withoutAnyKw: number | undefined,
): { deliveredKw: number; exportKw: number } | null {
  const divided = inForceKw?.[part] ?? NaN;
  if (!Number.isNaN(divided)) return { deliveredKw: divided, exportKw: inForceExportKw![part]! };
  const measured = measuredKw?.[part] ?? NaN;
  if (measured === Infinity) return null;
  const without = withoutAnyKw ?? counterfactualKw?.[part] ?? NaN;
  return {
    deliveredKw: measured - without,
    exportKw: Math.max(measured, 0) - Math.max(without, 0),
  };
}

function toLocationControl({
  control,
  superseded,
  optedOut,
  effects,
  earlier,
  exclusions,
}: LocationControlRow): LocationControl {
  const parts = effects[0]?.beforeKw.length ?? 0;
  const windows = getIspParts(control.timeFrom.getTime(), control.timeTo.getTime());
  const located = {
    control,
    superseded,
    optedOut,
    beforeKw: new Float64Array(parts),
    afterKw: new Float64Array(parts),
    deliveredKw: new Float64Array(parts).fill(NaN),
    exportChangeKw: new Float64Array(parts).fill(NaN),
    isMissing: Array.from({ length: parts }, () => false),
  };
  for (const effect of effects) {
    const { locationId, beforeKw, afterKw } = effect;
    const earlierHere = earlier.filter((one) => one.locationId === locationId);
    const shares = getExcludedShares(windows, exclusions.get(locationId) ?? []);
    for (let i = 0; i < parts; i++) {
      located.beforeKw[i]! += beforeKw[i]!;
      located.afterKw[i]! += withoutExcluded(beforeKw[i]!, afterKw[i]!, shares[i]!);
      const change = findChange(effect, i, findWithoutAny(earlierHere, windows[i]!));
      if (!change) continue;
      if (Number.isNaN(change.deliveredKw)) located.isMissing[i] = true;
      else {
        located.deliveredKw[i] = (located.deliveredKw[i] || 0) + change.deliveredKw;
        located.exportChangeKw[i] = (located.exportChangeKw[i] || 0) + change.exportKw;
      }
    }
  }
  return located;
}
