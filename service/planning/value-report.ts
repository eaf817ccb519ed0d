import type { ControlValue, IntervalValue, ValueRevision } from "../../lib/contract/index.ts";
import { readPlannedEnergies, type PlannedEnergies } from "./planned-energies.ts";
import { stateAt, type ControlRow } from "../store/control-list.ts";
import type { Db } from "../store/store.ts";
import { getRunParts } from "./delivery-report.ts";
import { readNewerEnergies } from "./newer-controls.ts";
import type { KnowledgeTime } from "./terms-table.ts";
import type { PriceVersion } from "../store/price-versions.ts";
import { ValueInputs, type ChangedInput } from "./value-inputs.ts";
import {
  isBeforeGate,
  isUnmeasured,
  sumPlanned,
  withoutUnmeasured,
  type ContractSum,
  type ContractSums,
  type EnergyBasis,
  type RunPart,
  type ValuedRun,
} from "./value.ts";
import { valueSupplierEnergy, type EnergyContext, type EnergyValue } from "./supplier-energy.ts";
import { roundKwh, toCustomersValue, toKwh, toSupplierValue } from "./value-amounts.ts";
import {
  countMissing,
  getMissingNames,
  withCustomerIds,
  withCustomerNames,
} from "./value-missing.ts";
import { isPartRecorded, readValueTime, type ValueTime } from "./value-time.ts";
import { getTargetZone } from "./zone-injection.ts";
import { sumContractsInTurns } from "./contract-sums.ts";
import type { Turns } from "./turns.ts";

/** Restatements that are returned; older ones can be computed again from what is stored. */
const MAX_RESTATEMENTS = 5;

/** The latest changes of inputs that are looked at, whether they restate this control or not. */
const MAX_CHANGES = 10;

interface Revision {
  basis: "expected" | "measured" | "restated";
  at: KnowledgeTime;
  /** What became known at its moment. */
  restatedBy?: readonly ChangedInput[];
}
export const toEnergyBasis = ({ basis }: Revision): EnergyBasis =>
  basis === "expected" ? "planned" : "measured";

/** What a measured value uses: what was known by then, without forecasts of imbalance prices. */
export const settledAt = (asOfMs: number): KnowledgeTime => ({
  asOfMs,
  isStrict: true,
  isSettled: true,
});

/**
 * The revisions of a control's value so far: before delivery, with what was known when the control
 * ended, and with each input that became known later.
 */
export function getRevisions(
  row: ControlRow,
  inputs: ValueInputs,
  { nowMs, recordedMs }: ValueTime,
): Revision[] {
  const startMs = Math.max(row.timeFrom.getTime(), row.createdAt.getTime());
  const endMs = row.stopAt.getTime();
  const expected = { asOfMs: Math.min(nowMs, startMs), isStrict: true };
  const first: Revision[] = [{ basis: "expected", at: expected }];
  if (!getRunParts(row).some((part) => isPartRecorded(part, recordedMs))) return first;
  const changes = inputs
    .getChangesAfter(endMs)
    .filter(([time]) => time <= nowMs)
    .slice(-MAX_CHANGES);
  return [
    ...first,
    { basis: "measured", at: settledAt(Math.min(nowMs, endMs)) },
    ...changes.map(([asOfMs, restatedBy]): Revision => ({
      basis: "restated",
      at: settledAt(asOfMs),
      restatedBy,
    })),
  ];
}

export const getParts = (row: ValuedRun, { basis }: Revision, { recordedMs }: ValueTime) =>
  getRunParts(row).filter((part) => basis === "expected" || isPartRecorded(part, recordedMs));

/** What the values of a control at these locations need. */
export async function readInputs(db: Db, row: ValuedRun, energies: readonly PlannedEnergies[]) {
  const span = { fromMs: row.timeFrom.getTime(), toMs: row.timeTo.getTime() };
  const zone = await getTargetZone(db, { kind: row.targetKind, id: row.targetId });
  return ValueInputs.read(db, zone, span, energies);
}

/** The value of a control, by ISP and in sum, in all its revisions. */
export async function readControlValue(
  db: Db,
  row: ControlRow,
  nowMs: number,
): Promise<ControlValue> {
  const time = await readValueTime(db, nowMs);
  const energies = await readPlannedEnergies(db, row);
  const inputs = await readInputs(db, row, energies);
  const newer = await readNewerEnergies(db, row);
  const revisions: ValueRevision[] = [];
  for (const revision of getRevisions(row, inputs, time)) {
    revisions.push(await toRevision(row, revision, { energies, inputs, time, newer }));
  }
  return {
    control_id: row.id,
    state: stateAt(row, nowMs),
    time: new Date(nowMs).toISOString(),
    excluded: row.excluded,
    revisions: await withCustomerNames(db, withoutRepeats(revisions)),
  };
}

/** Drops restatements that change nothing, and all but the latest of the others. */
export function withoutRepeats<R extends { basis: string; as_of: string }>(revisions: R[]): R[] {
  const content = (one: R) =>
    JSON.stringify({ ...one, as_of: null, basis: null, restated_by: null });
  const changed = revisions.filter(
    (one, i) => one.basis !== "restated" || content(one) !== content(revisions[i - 1]!),
  );
  const restated = changed.filter(({ basis }) => basis === "restated");
  const dropped = new Set(restated.slice(0, -MAX_RESTATEMENTS));
  return changed.filter((one) => !dropped.has(one));
}

const marketNames = { dayAhead: "day_ahead", surplus: "surplus", shortage: "shortage" } as const;

/** A price as answers have it. */
export const toValuePrice = ({ market, eurPerMwh, source, vintageMs }: PriceVersion) => ({
  market: marketNames[market],
  eur_per_mwh: eurPerMwh,
  source,
  vintage: new Date(vintageMs).toISOString(),
});

/** The basis of a revision as answers have it. */
export const toBasis = ({ basis, at, restatedBy }: Revision) => ({
  basis,
  as_of: new Date(at.asOfMs).toISOString(),
  ...(restatedBy && { restated_by: [...restatedBy] }),
});

interface Valuation {
  energies: readonly PlannedEnergies[];
  inputs: ValueInputs;
  time: ValueTime;
  newer?: EnergyContext["newer"];
}

/** One revision of the value of a control. Of a large fleet it takes a second: requests have turns meanwhile. */
export async function toRevision(
  row: ValuedRun,
  revision: Revision,
  { energies, inputs, time, newer }: Valuation,
): Promise<ValueRevision> {
  const context = { inputs, at: revision.at, newer };
  const basis = toEnergyBasis(revision);
  const parts = getParts(row, revision, time);
  const sums = await sumContractsInTurns(energies, parts, basis, context);
  const valued = await valueParts(row, { energies, parts, sums, basis }, context);
  const values = valued.map(toMeasured);
  const total = withoutUnmeasured(sums.total);
  const measured = valued.filter(({ sum }) => !isUnmeasured(sum));
  const energyAmount = isUnmeasured(total) ? null : addAmounts(measured);
  return {
    ...toBasis(revision),
    volume_kwh: toKwh(sums.total.curtailed),
    uncertainty_kwh: basis === "planned" ? null : roundKwh(sums.total.bandKwh),
    supplier: toSupplierValue(total, energyAmount),
    customers: toCustomersValue(total),
    missing: withCustomerIds(
      countMissing(
        sums,
        values.map((value) => getMissingNames(value, sums)),
      ),
      sums,
    ),
    results: values.map(toInterval),
  };
}

interface PartValue {
  part: RunPart;
  sum: ContractSum;
  energy: EnergyValue;
}

/** The energy terms together in micro-euros; null if one of them is unknown. */
const addAmounts = (values: readonly PartValue[]): number | null =>
  values.reduce<number | null>(
    (all, { energy: { amount } }) => (all === null || amount === null ? null : all + amount),
    0,
  );

/** The same part; its amounts are unknown if nothing was measured in it. */
const toMeasured = ({ part, sum, energy }: PartValue): PartValue => ({
  part,
  sum: withoutUnmeasured(sum),
  energy: isUnmeasured(sum) ? { ...energy, amount: null } : energy,
});

/** The parts of a control with their sums and the supplier's energy term. */
export async function valueParts(
  row: ValuedRun,
  {
    energies,
    parts,
    sums,
    basis,
  }: {
    energies: readonly PlannedEnergies[];
    parts: ReturnType<typeof getRunParts>;
    sums: ContractSums;
    basis: EnergyBasis;
  },
  context: EnergyContext,
  turns?: Turns,
): Promise<PartValue[]> {
  const unsold = parts.filter((part) => isBeforeGate(row, part));
  const planned = await sumPlanned(energies, unsold, turns);
  return parts.map((part) => {
    const sum = sums.byPart.get(part.index)!;
    const energy = { basis, curtailed: sum.curtailed, planned: planned.get(part.index) ?? 0 };
    return { part, sum, energy: valueSupplierEnergy(row, part, energy, context) };
  });
}

const toInterval = ({ part, sum, energy }: PartValue): IntervalValue => ({
  time_from: new Date(part.fromMs).toISOString(),
  time_to: new Date(part.toMs).toISOString(),
  isp: part.isp,
  volume_kwh: toKwh(sum.curtailed),
  formula: energy.formula,
  sold_kwh: energy.soldKwh,
  portfolio_kwh: energy.portfolioKwh,
  ...(energy.newerKwh !== null && { newer_controls_kwh: energy.newerKwh }),
  prices: energy.prices.map(toValuePrice),
  supplier: toSupplierValue(sum, energy.amount),
  customers: toCustomersValue(sum),
});
