import type { ContractTerms } from "../../lib/contract/index.ts";
import type { ScriptedGateway } from "./scripted-gateway.ts";
import type { World } from "./service.ts";
import { group, household } from "./site.ts";

/** Terms with the same prices at any time, in euros per kWh. */
export const fixedTerms = (compensation: number): ContractTerms => ({
  feed_in: { day_ahead_factor: 0, eur_per_kwh: 0.1 },
  import: { day_ahead_factor: 0, eur_per_kwh: 0.2 },
  markup_eur_per_kwh: 0.02,
  energy_tax_eur_per_kwh: 0.09157,
  vat_percent: 21,
  compensation_eur_per_kwh: compensation,
  netting: false,
});

/** A household that answers setpoints, in a group of its own on contract terms. */
export async function householdOnTerms(
  { world, gateway }: { world: World; gateway: ScriptedGateway },
  name: string,
) {
  const { id: groupId } = await group(world, name);
  const home = await household(world, { email: `${name}@example.org`, groupId });
  gateway.answers(home.location.id, [home.inverter.id]);
  const body = { valid_from: "2026-01-01", terms: fixedTerms(0.05) };
  await world.call("setGroupTerms", { params: { group_id: groupId }, body });
  return home;
}
