import { ceilQuarter, floorQuarter } from "../../lib/time/amsterdam.ts";
import {
  addEnergies,
  NO_ENERGY,
  toCurtailed,
  toMilliwattHours,
  type ControlEnergy,
} from "../engine/value.ts";
import { readControlEnergies } from "../store/control-energies.ts";
import type { ControlRow } from "../store/control-list.ts";
import { readNewerControls, type NewerControl } from "../store/newer-controls.ts";
import type { Db } from "../store/store.ts";
import { getRunParts } from "./delivery-report.ts";
import { isBeforeGate, type RunPart } from "./value.ts";
import { getTargetZone } from "./zone-injection.ts";

/**
 * What the controls accepted after one curtailed in the ISPs of it, in its whole bidding zone, by the
 * start of the ISP.
 */
export async function readNewerEnergies(
  db: Db,
  row: ControlRow,
): Promise<ReadonlyMap<number, ControlEnergy>> {
  const zone = await getTargetZone(db, { kind: row.targetKind, id: row.targetId });
  const [fromMs, toMs] = [floorQuarter(row.timeFrom.getTime()), ceilQuarter(row.stopAt.getTime())];
  const sums = new Map<number, ControlEnergy>();
  for (const newer of await readNewerControls(db, row, zone, { fromMs, toMs })) {
    const curtailed = await readCurtailed(db, newer);
    for (const part of getRunParts(newer)) {
      const ispStartMs = floorQuarter(part.fromMs);
      const energy = { curtailed: curtailed(part), unsold: getUnsold(newer, part) };
      sums.set(ispStartMs, addEnergies(sums.get(ispStartMs) ?? NO_ENERGY, energy));
    }
  }
  return sums;
}

/** What a control curtailed in each of its parts, in milliwatt-hours; 0 before it is measured. */
async function readCurtailed(
  db: Db,
  { id, valuedCurtailed }: NewerControl,
): Promise<(part: RunPart) => number> {
  if (valuedCurtailed === null) return () => 0;
  const isRecorded = valuedCurtailed.length > 0 && !valuedCurtailed.some(Number.isNaN);
  if (isRecorded) return ({ index }) => valuedCurtailed[index]!;
  const energies = await readControlEnergies(db, id);
  return ({ index, fromMs, toMs }) =>
    energies.reduce((sum, { valuedKw, valuedWithoutKw }) => {
      const [kw, without] = [valuedKw?.[index] ?? NaN, valuedWithoutKw?.[index] ?? NaN];
      return sum + toCurtailed(without, kw, toMs - fromMs);
    }, 0);
}

/** What the plan of a control left out of the position sold in one of its parts. */
const getUnsold = (control: NewerControl, part: RunPart): number =>
  isBeforeGate(control, part)
    ? toMilliwattHours(-control.results[part.index]!.delta, part.toMs - part.fromMs)
    : 0;
