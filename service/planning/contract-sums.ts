import { floorQuarter } from "../../lib/time/amsterdam.ts";
import type { KwhPrices } from "../engine/value.ts";
import { WITHIN_90 } from "./delivery-report.ts";
import type { PlannedEnergies } from "./planned-energies.ts";
import { Turns } from "./turns.ts";
import {
  addContracts,
  addSum,
  emptySum,
  toCell,
  type ContractGap,
  type ContractSums,
  type EnergyBasis,
  type RunPart,
} from "./value.ts";
import type { KnowledgeTime } from "./terms-table.ts";
import type { ValueInputs } from "./value-inputs.ts";

interface ContractContext {
  inputs: ValueInputs;
  at: KnowledgeTime;
}

/** Sums the contracts of locations that are added one by one. */
class ContractSummer {
  private readonly sums: ContractSums;
  private readonly errors;
  private readonly cached = new Map<string, (KwhPrices | ContractGap)[]>();

  constructor(
    private readonly parts: readonly RunPart[],
    private readonly basis: EnergyBasis,
    private readonly context: ContractContext,
  ) {
    this.errors = parts.map(() => ({ ownSquares: 0, shared: 0 }));
    this.sums = {
      byLocation: new Map(),
      byPart: new Map(parts.map(({ index }) => [index, emptySum()])),
      total: emptySum(),
      customersWithoutTerms: new Set(),
      partsWithoutPrice: new Set(),
      unmeasured: new Set(),
      withoutThroughput: new Set(),
    };
  }

  add(location: PlannedEnergies): void {
    const { parts, basis, sums, errors } = this;
    const prices = this.getPrices(location);
    const own = emptySum();
    parts.forEach((part, i) => {
      const ofPart = sums.byPart.get(part.index)!;
      const cell = toCell(location, part, basis, prices[i]!, sums);
      if (cell === "unmeasured") {
        sums.unmeasured.add(location.locationId);
        own.hasGaps = ofPart.hasGaps = true;
        return;
      }
      if (!cell) return;
      addContracts(own, cell);
      addContracts(ofPart, cell);
      own.bandKwh += WITHIN_90 * Math.hypot(cell.ownErrorKwh, cell.sharedErrorKwh);
      errors[i]!.ownSquares += cell.ownErrorKwh ** 2;
      errors[i]!.shared += cell.sharedErrorKwh;
    });
    sums.byLocation.set(location.locationId, own);
  }

  finish(): ContractSums {
    const { sums } = this;
    this.parts.forEach(({ index }, i) => {
      const { ownSquares, shared } = this.errors[i]!;
      const part = sums.byPart.get(index)!;
      part.bandKwh = WITHIN_90 * Math.sqrt(ownSquares + shared ** 2);
      addSum(sums.total, part);
    });
    return sums;
  }

  private getPrices(location: PlannedEnergies): (KwhPrices | ContractGap)[] {
    const { inputs, at } = this.context;
    const key = inputs.getTermsKey(location);
    const prices =
      this.cached.get(key) ??
      this.parts.map(({ fromMs }) => inputs.getContractPrices(location, floorQuarter(fromMs), at));
    this.cached.set(key, prices);
    return prices;
  }
}

/** Sums what a control changed in the contracts of a customer's locations, over these parts of it. */
export function sumContracts(
  energies: readonly PlannedEnergies[],
  parts: readonly RunPart[],
  basis: EnergyBasis,
  context: ContractContext,
): ContractSums {
  const summer = new ContractSummer(parts, basis, context);
  for (const location of energies) summer.add(location);
  return summer.finish();
}

/** The same of any number of locations: requests have `turns` meanwhile. */
export async function sumContractsInTurns(
  energies: readonly PlannedEnergies[],
  parts: readonly RunPart[],
  basis: EnergyBasis,
  context: ContractContext,
  turns = new Turns(),
): Promise<ContractSums> {
  const summer = new ContractSummer(parts, basis, context);
  for (const [i, location] of energies.entries()) {
    if (turns.isOver(i)) await turns.next();
    summer.add(location);
  }
  return summer.finish();
}
