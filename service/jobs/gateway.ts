import type { Gateway } from "../gateway/gateway.ts";
import { Simulator } from "../gateway/simulator/simulator.ts";
import { loadLive } from "../store/live.ts";
import type { StoredSite } from "../store/sites.ts";
import type { Db } from "../store/store.ts";

/**
 * Gives the demo locations their simulator. It is built anew, from what the batteries were last
 * known to hold, when locations or devices have come or gone.
 */
export function simulatedGateway(db: Db): (sites: readonly StoredSite[]) => Promise<Gateway> {
  let built: { of: string; gateway: Gateway } | undefined;
  return async (sites) => {
    const simulated = sites.filter((site) => site.simulation !== null);
    const of = JSON.stringify(simulated);
    if (built?.of !== of) built = { of, gateway: await buildSimulator(db, simulated) };
    return built.gateway;
  };
}

async function buildSimulator(db: Db, sites: readonly StoredSite[]): Promise<Simulator> {
  const live = await loadLive(
    db,
    sites.map((site) => site.locationId),
  );
  const stored = new Map(live.map((row) => [row.locationId, Array.from(row.storedKwh)]));
  return new Simulator(
    sites.map(({ locationId, site, simulation }) => ({
      locationId,
      site,
      ...simulation!,
      storedKwh: stored.get(locationId),
    })),
  );
}

/** Nothing is connected: setpoints reach nobody and nothing is measured. */
export const noGateway = async (): Promise<Gateway> => ({
  dispatch: async () => {},
  measure: () => [],
});
