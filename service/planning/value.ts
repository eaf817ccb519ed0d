import { floorQuarter, HOUR_MS } from "../../lib/time/amsterdam.ts";
import {
  getGateClosure,
  toMilliwattHours,
  valueContract,
  type ContractAmounts,
  type KwhPrices,
} from "../engine/value.ts";
import { withoutExcluded } from "../engine/preferences.ts";
import type { ControlRow } from "../store/control-list.ts";
import type { PlannedEnergies } from "./planned-energies.ts";
import type { getRunParts } from "./delivery-report.ts";
import { Turns } from "./turns.ts";

export type RunPart = ReturnType<typeof getRunParts>[number];
export type ContractGap = "terms" | "day_ahead_price";
/** Whether energies are those of the plan or of the delivery. */
export type EnergyBasis = "planned" | "measured";

/** What a value needs of a control, or of one that is not accepted yet. */
export type ValuedRun = Pick<
  ControlRow,
  "targetKind" | "targetId" | "createdAt" | "timeFrom" | "timeTo" | "stopAt" | "zoneInjectionKwh"
>;

/** A sum over contracts, in milliwatt-hours and micro-euros. */
export interface ContractSum {
  curtailed: number;
  /** What panels produced less or locations exported less. */
  lost: number;
  supplier: ContractAmounts;
  customer: ContractAmounts;
  /** Whether the amounts of a location with an effect are not among them. */
  isIncomplete: boolean;
  /** Whether something was summed, and whether a measurement is missing. */
  hasCells: boolean;
  hasGaps: boolean;
  /** Half the width of the 90 % band of the curtailed energy, in kWh. */
  bandKwh: number;
}

const noAmounts = (): ContractAmounts => ({ feedIn: 0, import: 0, compensation: 0, wear: 0 });
export const emptySum = (): ContractSum => ({
  curtailed: 0,
  lost: 0,
  supplier: noAmounts(),
  customer: noAmounts(),
  isIncomplete: false,
  hasCells: false,
  hasGaps: false,
  bandKwh: 0,
});

function addAmounts(to: ContractAmounts, from: ContractAmounts): void {
  to.feedIn += from.feedIn;
  to.import += from.import;
  to.compensation += from.compensation;
  to.wear += from.wear;
}

/** Adds energy and amounts to a sum; bands do not add up over locations. */
export function addContracts(to: ContractSum, from: Omit<ContractSum, "bandKwh">): void {
  to.curtailed += from.curtailed;
  to.lost += from.lost;
  addAmounts(to.supplier, from.supplier);
  addAmounts(to.customer, from.customer);
  to.isIncomplete ||= from.isIncomplete;
  to.hasCells ||= from.hasCells;
  to.hasGaps ||= from.hasGaps;
}

/** Adds a later sum of the same locations. */
export function addSum(to: ContractSum, from: ContractSum): void {
  addContracts(to, from);
  to.bandKwh += from.bandKwh;
}

/** The contracts of a control's locations, summed by location and by part of its window. */
export interface ContractSums {
  byLocation: Map<string, ContractSum>;
  byPart: Map<number, ContractSum>;
  total: ContractSum;
  customersWithoutTerms: Set<string>;
  partsWithoutPrice: Set<number>;
  unmeasured: Set<string>;
  /** Locations whose battery throughput is needed and not known. */
  withoutThroughput: Set<string>;
}

interface Cell extends Omit<ContractSum, "bandKwh"> {
  ownErrorKwh: number;
  sharedErrorKwh: number;
}

/** Whether measurements are missing and there was none to sum. */
export const isUnmeasured = ({ hasCells, hasGaps }: ContractSum): boolean => hasGaps && !hasCells;

/** The same sum; its amounts are unknown if it is unmeasured. */
export const withoutUnmeasured = (sum: ContractSum): ContractSum =>
  isUnmeasured(sum) ? { ...sum, isIncomplete: true } : sum;

/** What the plan of a control curtails in each of its parts, in milliwatt-hours; requests have turns meanwhile. */
export async function sumPlanned(
  energies: readonly PlannedEnergies[],
  parts: readonly RunPart[],
  turns = new Turns(),
): Promise<Map<number, number>> {
  const planned = new Map<number, number>();
  for (const { index, fromMs, toMs } of parts) {
    const toEnergy = (kw: number | undefined) => toMilliwattHours(kw || 0, toMs - fromMs);
    let sum = 0;
    for (const [i, { beforeKw, afterKw }] of energies.entries()) {
      if (turns.isOver(i)) await turns.next();
      sum += toEnergy(beforeKw[index]) - toEnergy(afterKw[index]);
    }
    planned.set(index, sum);
  }
  return planned;
}

/** Whether a control was accepted before the day-ahead auction of a part closed. */
export const isBeforeGate = (
  { createdAt }: Pick<ControlRow, "createdAt">,
  part: RunPart,
): boolean => createdAt.getTime() < getGateClosure(floorQuarter(part.fromMs));

/**
 * A location in a part of the control; "unmeasured" if a measurement is missing there, null if the control did
 * nothing known there.
 */
export function toCell(
  location: PlannedEnergies,
  part: RunPart,
  basis: EnergyBasis,
  prices: KwhPrices | ContractGap,
  sums: ContractSums,
): Cell | "unmeasured" | null {
  const durationMs = part.toMs - part.fromMs;
  const [without, injected] = readPowers(location, part.index, basis);
  if (injected === Infinity) return null;
  if (Number.isNaN(injected) || Number.isNaN(without))
    return basis === "measured" ? "unmeasured" : null;
  const counterfactual = toMilliwattHours(without, durationMs);
  const measured = toMilliwattHours(injected, durationMs);
  const cell: Cell = {
    curtailed: counterfactual - measured,
    lost: readLost(location, part.index, basis, durationMs) ?? counterfactual - measured,
    supplier: noAmounts(),
    customer: noAmounts(),
    isIncomplete: false,
    hasCells: true,
    hasGaps: false,
    ...readErrors(location, part.index, basis, durationMs / HOUR_MS),
  };
  const throughput = readThroughput(location, part.index, basis, durationMs);
  if (cell.curtailed === 0 && !throughput) return cell;
  if (prices === "terms") sums.customersWithoutTerms.add(location.customerId);
  if (prices === "day_ahead_price") sums.partsWithoutPrice.add(part.index);
  if (typeof prices === "string") return { ...cell, isIncomplete: true };
  if (prices.wear !== 0 && Number.isNaN(throughput)) {
    sums.withoutThroughput.add(location.locationId);
    return { ...cell, isIncomplete: true };
  }
  return Object.assign(cell, valueContract(counterfactual, measured, prices, throughput || 0));
}

/** Lost energy where it is not the whole change of net injection; else null. */
function readLost(
  { lostKw }: PlannedEnergies,
  index: number,
  basis: EnergyBasis,
  durationMs: number,
): number | null {
  const kw = basis === "measured" ? (lostKw?.[index] ?? NaN) : NaN;
  return Number.isNaN(kw) ? null : toMilliwattHours(kw, durationMs);
}

/** What a battery charged and discharged more than without the control; NaN if that is not known. */
function readThroughput(
  { hasBattery, throughputKw }: PlannedEnergies,
  index: number,
  basis: EnergyBasis,
  durationMs: number,
): number {
  if (!hasBattery) return 0;
  const kw = basis === "measured" ? (throughputKw?.[index] ?? NaN) : NaN;
  return Number.isNaN(kw) ? NaN : toMilliwattHours(kw, durationMs);
}

function readPowers(
  { beforeKw, afterKw, excludedShares, valuedKw, valuedWithoutKw }: PlannedEnergies,
  index: number,
  basis: EnergyBasis,
): [without: number, injected: number] {
  if (basis === "measured") return [valuedWithoutKw?.[index] ?? NaN, valuedKw?.[index] ?? NaN];
  const [before, after] = [beforeKw[index] ?? NaN, afterKw[index] ?? NaN];
  return [before, withoutExcluded(before, after, excludedShares?.[index] ?? 0)];
}

const readErrors = (
  { ownErrorKw, sharedErrorKw }: PlannedEnergies,
  index: number,
  basis: EnergyBasis,
  hours: number,
) => ({
  ownErrorKwh: basis === "measured" ? (ownErrorKw?.[index] || 0) * hours : 0,
  sharedErrorKwh: basis === "measured" ? (sharedErrorKw?.[index] || 0) * hours : 0,
});
