import { floorQuarter, getIspParts, MINUTE_MS, QUARTER_MS } from "../../lib/time/amsterdam.ts";
import { activeControl } from "../engine/simulate-plan.ts";
import { lockTotals } from "../store/area-totals.ts";
import type { ControlAt } from "../store/controls.ts";
import {
  readPart,
  readTotals,
  writePart,
  writeTotals,
  type PartOfDelivery,
  type Totals,
} from "../store/deliveries.ts";
import type { MinuteRows } from "../store/minute-measurements.ts";
import type { StoredSite } from "../store/sites.ts";
import type { Db } from "../store/store.ts";
import { meanOver, MINUTES } from "./aggregate-minutes.ts";

/**
 * What was measured of a control at one location over a quarter-hour, in kW: the average over the
 * minutes in which it was the one in force. Infinity where most of its part of the quarter was not
 * its own; NaN where too little was measured.
 */
function measureParts(
  control: ControlAt,
  all: readonly ControlAt[],
  quarterMs: number,
  site: StoredSite,
  rows: MinuteRows | undefined,
): number {
  const isOwn = (minute: number) =>
    activeControl(all, quarterMs + minute * MINUTE_MS)?.id === control.id;
  let own = 0;
  for (let minute = 0; minute < MINUTES; minute++) if (isOwn(minute)) own += 1;
  const partMs =
    Math.min(quarterMs + QUARTER_MS, control.toMs) - Math.max(quarterMs, control.fromMs);
  if (own * 2 < partMs / MINUTE_MS) return Infinity;
  return rows ? meanOver(rows, site.devices, isOwn) : NaN;
}

/**
 * Notes what the controls of a finished quarter-hour delivered at these locations, and carries it
 * into their sums. The same again changes nothing. Call it in a transaction.
 */
export async function measureDeliveries(
  tx: Db,
  sites: readonly StoredSite[],
  quarterMs: number,
  rows: ReadonlyMap<string, MinuteRows>,
  plans: ReadonlyMap<string, readonly ControlAt[]>,
): Promise<void> {
  const found = new Map<string, { control: ControlAt; measured: Map<string, number> }>();
  for (const site of sites) {
    const { locationId } = site;
    const all = plans.get(locationId) ?? [];
    for (const control of all) {
      if (control.toMs <= quarterMs || control.fromMs >= quarterMs + QUARTER_MS) continue;
      const entry = found.get(control.id) ?? { control, measured: new Map<string, number>() };
      const kw = measureParts(control, all, quarterMs, site, rows.get(locationId));
      entry.measured.set(locationId, Math.fround(kw));
      found.set(control.id, entry);
    }
  }
  if (found.size === 0) return;
  await lockTotals(tx);
  for (const { control, measured } of found.values())
    await noteMeasured(tx, control, quarterMs, measured);
}

async function noteMeasured(
  tx: Db,
  { id, fromMs, plannedToMs }: ControlAt,
  quarterMs: number,
  measured: ReadonlyMap<string, number>,
): Promise<void> {
  const part = (quarterMs - floorQuarter(fromMs)) / QUARTER_MS;
  const parts = getIspParts(fromMs, plannedToMs).length;
  const before = await readPart(tx, id, [...measured.keys()], part);
  const changed = new Map(
    [...measured].filter(([locationId, kw]) => {
      const known = before.get(locationId);
      return known !== undefined && !Object.is(known.measuredKw, kw);
    }),
  );
  if (changed.size === 0) return;
  const totals = await readTotals(tx, id, parts);
  for (const [locationId, measuredKw] of changed) {
    const known = before.get(locationId)!;
    addPart(totals, part, known, -1);
    addPart(totals, part, { ...known, measuredKw }, 1);
  }
  await writePart(tx, id, part, parts, changed);
  await writeTotals(tx, id, totals);
}

function addPart(totals: Totals, part: number, kw: PartOfDelivery, sign: 1 | -1): void {
  const add = (name: keyof Totals, value: number) => void (totals[name][part]! += sign * value);
  if (Number.isNaN(kw.measuredKw)) return;
  if (kw.measuredKw === Infinity) {
    add("taken", 1);
    add("takenDelta", kw.afterKw - kw.beforeKw);
    return;
  }
  add("reporting", 1);
  add("measured", kw.measuredKw);
  add("before", kw.beforeKw);
}
