import type { Gateway } from "../gateway/gateway.ts";
import type { PlantSetup } from "../gateway/simulator/plant.ts";
import { Simulator } from "../gateway/simulator/simulator.ts";
import { loadLive } from "../store/live.ts";
import type { StoredSite } from "../store/sites.ts";
import type { Db } from "../store/store.ts";

/**
 * Gives the demo locations their simulator. A plant is built, from what its batteries were last
 * known to hold, when its location comes or its devices change; who owns it does not matter.
 */
export function simulatedGateway(db: Db): (sites: readonly StoredSite[]) => Promise<Gateway> {
  const simulator = new Simulator();
  let built = new Map<string, string>();
  return async (sites) => {
    const wanted = new Map(
      sites.filter(isSimulated).map((site) => [site.locationId, descriptionOf(site)]),
    );
    const isNew = ({ locationId }: StoredSite) => wanted.get(locationId) !== built.get(locationId);
    const added = await plantsOf(db, sites.filter(isSimulated).filter(isNew));
    for (const locationId of built.keys())
      if (!wanted.has(locationId)) simulator.remove(locationId);
    for (const plant of added) simulator.put(plant);
    built = wanted;
    return simulator;
  };
}

type SimulatedSite = StoredSite & { simulation: NonNullable<StoredSite["simulation"]> };

const isSimulated = (site: StoredSite): site is SimulatedSite => site.simulation !== null;

const descriptionOf = ({ site, simulation }: SimulatedSite) => JSON.stringify([site, simulation]);

async function plantsOf(db: Db, sites: readonly SimulatedSite[]): Promise<PlantSetup[]> {
  if (sites.length === 0) return [];
  const ids = sites.map((site) => site.locationId);
  const live = new Map((await loadLive(db, ids)).map((row) => [row.locationId, row]));
  return sites.map(({ locationId, site, simulation }) => {
    const stored = live.get(locationId)?.storedKwh;
    return { locationId, site, ...simulation, ...(stored && { storedKwh: Array.from(stored) }) };
  });
}

/** Nothing is connected: setpoints reach nobody and nothing is measured. */
export const noGateway = async (): Promise<Gateway> => ({
  dispatch: async () => {},
  measure: () => [],
});
