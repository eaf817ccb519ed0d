import type { CustomerControlValue } from "../../lib/contract/index.ts";
import { readPlannedEnergies, type PlannedEnergies } from "./planned-energies.ts";
import type { ControlRow } from "../store/control-list.ts";
import { readCustomerExclusions } from "../store/exclusion-counts.ts";
import type { Db } from "../store/store.ts";
import { sumContracts } from "./contract-sums.ts";
import { withoutUnmeasured, type ContractSum } from "./value.ts";
import { roundKwh, toCustomersValue, toKwh } from "./value-amounts.ts";
import { countMissing } from "./value-missing.ts";
import {
  getParts,
  getRevisions,
  readInputs,
  toBasis,
  toEnergyBasis,
  withoutRepeats,
} from "./value-report.ts";
import { readValueTime } from "./value-time.ts";

const isWhollyExcluded = ({ excludedShares }: PlannedEnergies): boolean =>
  excludedShares !== undefined && excludedShares.every((share) => share === 1);

/**
 * The value of a control for one customer, by location; null if it has no effect there. A customer who
 * opted out before it began has none.
 */
export async function readCustomerValue(
  db: Db,
  row: ControlRow,
  customerId: string,
  nowMs: number,
): Promise<CustomerControlValue | null> {
  const time = await readValueTime(db, nowMs);
  const energies = await readPlannedEnergies(db, row, customerId);
  if (energies.length === 0) return null;
  const excluded = await readCustomerExclusions(db, row.id, customerId);
  const named = { control_id: row.id, customer_id: customerId, excluded };
  if (energies.every(isWhollyExcluded)) return { ...named, revisions: [] };
  const inputs = await readInputs(db, row, energies);
  const revisions = getRevisions(row, inputs, time).map((revision) => {
    const basis = toEnergyBasis(revision);
    const parts = getParts(row, revision, time);
    const sums = sumContracts(energies, parts, basis, { inputs, at: revision.at });
    const toVolume = (sum: ContractSum) => ({
      volume_kwh: toKwh(sum.curtailed),
      uncertainty_kwh: basis === "planned" ? null : roundKwh(sum.bandKwh),
      ...toCustomersValue(withoutUnmeasured(sum)),
    });
    return {
      ...toBasis(revision),
      ...toVolume(sums.total),
      missing: countMissing(
        sums,
        [...sums.partsWithoutPrice].map(() => new Set(DAY_AHEAD)),
      ),
      by_location: [...sums.byLocation].map(([location_id, sum]) => ({
        location_id,
        ...toVolume(sum),
      })),
    };
  });
  return { ...named, revisions: withoutRepeats(revisions) };
}

const DAY_AHEAD = ["day_ahead_price"] as const;
