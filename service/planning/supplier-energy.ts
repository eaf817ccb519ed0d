import { toMillionths } from "../../lib/energy/exact-sums.ts";
import { floorQuarter } from "../../lib/time/amsterdam.ts";
import {
  expectedBalance,
  fromEurPerMwh,
  markets,
  NO_ENERGY,
  toBalance,
  valueEnergy,
  type ControlEnergy,
  type Market,
} from "../engine/value.ts";
import type { ControlRow } from "../store/control-list.ts";
import { isBeforeGate, type EnergyBasis, type RunPart } from "./value.ts";
import { toKwh } from "./value-amounts.ts";
import type { KnowledgeTime } from "./terms-table.ts";
import type { PriceVersion } from "../store/price-versions.ts";
import type { ValueInputs } from "./value-inputs.ts";

/** The supplier's energy term of a part, with all that it was computed from. */
export interface EnergyValue {
  formula: "not_sold" | "balanced" | "portfolio";
  /** Micro-euros; null if something is missing. */
  amount: number | null;
  soldKwh: number | null;
  portfolioKwh: number | null;
  /** What newer controls curtailed in the ISP in kWh, which is added back; null before delivery. */
  newerKwh: number | null;
  prices: PriceVersion[];
  missing: (Market | "position" | "portfolio")[];
}

/** What the energy term of a control is computed from. */
export interface EnergyContext {
  inputs: ValueInputs;
  at: KnowledgeTime;
  /** What controls accepted later curtailed, by the start of the ISP; absent before delivery. */
  newer?: ReadonlyMap<number, ControlEnergy>;
}

/** What the energy of a part is worth to the supplier, given what the control curtailed in it. */
export function valueSupplierEnergy(
  control: Pick<ControlRow, "createdAt" | "zoneInjectionKwh">,
  part: RunPart,
  energy: { basis: EnergyBasis; curtailed: number; planned: number },
  { inputs, at, newer }: EnergyContext,
): EnergyValue {
  const ispStartMs = floorQuarter(part.fromMs);
  const isUnsold = isBeforeGate(control, part);
  const prices = markets.flatMap((market) => inputs.getPrice(market, ispStartMs, at) ?? []);
  const soldKwh = inputs.getSoldKwh(ispStartMs, at) ?? null;
  const isPlanned = energy.basis === "planned";
  // What a plan expected of the zone has no controls in it that were accepted later.
  const newerEnergy = (isPlanned ? undefined : newer?.get(ispStartMs)) ?? NO_ENERGY;
  const portfolioKwh = isPlanned
    ? getExpectedPortfolioKwh(control, part, energy.curtailed)
    : (inputs.getPortfolioKwh(ispStartMs) ?? null);
  const isAssumed = isPlanned && (isUnsold || soldKwh === null || portfolioKwh === null);
  const value = {
    formula: isAssumed ? (isUnsold ? "not_sold" : "balanced") : "portfolio",
    soldKwh,
    portfolioKwh: isAssumed ? null : portfolioKwh,
    newerKwh: isPlanned ? null : toKwh(newerEnergy.curtailed),
    prices,
  } as const;
  const missing = [
    ...(soldKwh === null ? ["position" as const] : []),
    ...(portfolioKwh === null ? ["portfolio" as const] : []),
  ];
  const isWithoutEffect = energy.curtailed === 0 && (energy.planned === 0 || !isUnsold);
  if (!isPlanned && isWithoutEffect) return { ...value, amount: 0, missing: [] };
  if (!isPlanned && missing.length > 0) return { ...value, amount: null, missing };
  const balance = isAssumed
    ? expectedBalance(energy.curtailed, isUnsold)
    : toBalance(
        {
          injected: toMillionths(portfolioKwh!),
          sold: toMillionths(soldKwh!),
        },
        { curtailed: energy.curtailed, unsold: isUnsold ? energy.planned : 0 },
        newerEnergy,
      );
  const marketPrices = prices.map(({ market, eurPerMwh }) => [market, fromEurPerMwh(eurPerMwh)]);
  const result = valueEnergy(balance, Object.fromEntries(marketPrices));
  return "missing" in result
    ? { ...value, amount: null, missing: result.missing }
    : { ...value, amount: result.amount, missing: [] };
}

/** What the zone is expected to inject in the ISP of a part with the control, in kWh; null without a forecast. */
function getExpectedPortfolioKwh(
  { zoneInjectionKwh }: Pick<ControlRow, "zoneInjectionKwh">,
  { index }: RunPart,
  curtailed: number,
): number | null {
  const without = zoneInjectionKwh?.[index] ?? NaN;
  return Number.isNaN(without) ? null : toKwh(toMillionths(without) - curtailed);
}
