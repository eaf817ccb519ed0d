import { getIspParts } from "../../lib/time/amsterdam.ts";
import { getExcludedShares } from "../engine/preferences.ts";
import { readControlEnergies, type LocationEnergies } from "../store/control-energies.ts";
import type { ControlRow } from "../store/control-list.ts";
import { isExcludedAt, readExclusions } from "../store/exclusions.ts";
import type { Db } from "../store/store.ts";

/** The energies of a control at a location, with what of its plan does not take place. */
export interface PlannedEnergies extends LocationEnergies {
  /** For each part, the share of the plan that does not take place; absent if all of it does. */
  excludedShares?: readonly number[];
}

/**
 * The energies of a control at all locations or those of a customer. Locations that were excluded
 * after its acceptance have the shares of its plan that they take no part in.
 */
export async function readPlannedEnergies(
  db: Db,
  { id, timeFrom, timeTo }: Pick<ControlRow, "id" | "timeFrom" | "timeTo">,
  customerId?: string,
): Promise<PlannedEnergies[]> {
  const energies = await readControlEnergies(db, id, customerId);
  const ids = energies.map(({ locationId }) => locationId);
  const at = customerId === undefined ? undefined : isExcludedAt(ids);
  const excluded = (await readExclusions(db, [id], at)).get(id);
  if (!excluded) return energies;
  const parts = getIspParts(timeFrom.getTime(), timeTo.getTime());
  return energies.map((energy) => {
    const exclusions = excluded.get(energy.locationId) ?? [];
    if (!exclusions.some(({ afterAcceptance }) => afterAcceptance)) return energy;
    return { ...energy, excludedShares: getExcludedShares(parts, exclusions) };
  });
}
