import { sumEffectsKwh } from "@/lib/energy/energy.ts";
import type { ControlEffect } from "@/lib/contract/controls.ts";
import type { LocatedControl } from "@/lib/contract/locations.ts";
import { NEGLIGIBLE_KWH, formatEnergy } from "../ui/format-energy.ts";
import type { Translator } from "../ui/clock-time.ts";

/** What of the plan before went to the grid and came from it, in kWh. */
export function planBefore(effects: readonly ControlEffect[]) {
  const sum = (kw: (effect: ControlEffect) => number) =>
    sumEffectsKwh(effects, (effect) => Math.max(kw(effect), 0));
  return { toGrid: sum(({ before }) => before), fromGrid: sum(({ before }) => -before) };
}

/** A change in kWh: the balance, and what of it was in export and import where that is known. */
export interface Change {
  netKwh: number;
  exportKwh: number | null;
  importKwh: number | null;
}

export const toDelivered = (control: LocatedControl): Change => ({
  netKwh: control.delivered_kwh ?? 0,
  exportKwh: control.export_change_kwh ?? null,
  importKwh: control.import_change_kwh ?? null,
});

/** What a plan changes; the power of a quarter of an hour goes one way. */
export function toPlanned({ results, energy_kwh: netKwh }: LocatedControl): Change {
  if (results.length === 0) return { netKwh, exportKwh: null, importKwh: null };
  const sum = (change: (effect: ControlEffect) => number) => sumEffectsKwh(results, change);
  return {
    netKwh,
    exportKwh: sum(({ before, after }) => Math.max(after, 0) - Math.max(before, 0)),
    importKwh: sum(({ before, after }) => Math.max(-after, 0) - Math.max(-before, 0)),
  };
}

const isSplit = (change: Change): change is Change & { exportKwh: number; importKwh: number } =>
  change.exportKwh !== null && change.importKwh !== null;
const getDirection = (kwh: number) => (kwh < 0 ? "less" : "more");

/** A change one way that is a smaller share of the change the other way is left out. */
const MINOR_SHARE = 0.05;

/** In which way a change is worth mentioning: in export, in import or both; null in neither. */
export function getChange(change: Change): "toGrid" | "fromGrid" | "both" | "net" | null {
  if (!isSplit(change)) return Math.abs(change.netKwh) < NEGLIGIBLE_KWH ? null : "net";
  const [exported, imported] = [Math.abs(change.exportKwh), Math.abs(change.importKwh)];
  const threshold = Math.max(NEGLIGIBLE_KWH, MINOR_SHARE * Math.max(exported, imported));
  const [isExport, isImport] = [exported >= threshold, imported >= threshold];
  if (isExport && isImport) return "both";
  if (isExport) return "toGrid";
  return isImport ? "fromGrid" : null;
}

/**
 * Where a change of net injection is noticed that is not split into export and import: a change
 * that is larger than what went one way has to be partly the other way.
 */
function sumWhere(control: LocatedControl, kwh: number): "toGrid" | "fromGrid" | "onBalance" {
  const { toGrid, fromGrid } = planBefore(control.results);
  const enough = Math.abs(kwh) - NEGLIGIBLE_KWH;
  if (fromGrid < NEGLIGIBLE_KWH && (kwh > 0 || toGrid >= enough)) return "toGrid";
  if (toGrid < NEGLIGIBLE_KWH && (kwh < 0 || fromGrid >= enough)) return "fromGrid";
  return "onBalance";
}

/** The key of the sentence about a change and its amounts; null where hardly anything changed. */
export function describeChange(control: LocatedControl, change: Change, f: Translator["f"]) {
  const way = getChange(change);
  if (way === null) return null;
  const amount = (kwh: number) => formatEnergy(f, Math.abs(kwh));
  if (isSplit(change) && way !== "net") {
    const { exportKwh, importKwh } = change;
    const both = {
      exported: amount(exportKwh),
      exports: getDirection(exportKwh),
      bought: amount(importKwh),
      buys: getDirection(importKwh),
    };
    if (way === "both") return { key: "both" as const, amounts: both };
    // More from the grid is less net injection, as the keys count it.
    const kwh = way === "toGrid" ? exportKwh : -importKwh;
    return { key: `${way}.${getDirection(kwh)}` as const, amounts: { kwh: amount(kwh) } };
  }
  const { netKwh } = change;
  const key = `${sumWhere(control, netKwh)}.${getDirection(netKwh)}` as const;
  return { key, amounts: { kwh: amount(netKwh) } };
}

/** What the plan moves in all, whichever way, in kWh. */
export const getMovedKwh = ({ results }: LocatedControl): number =>
  sumEffectsKwh(results, ({ delta }) => Math.abs(delta));
