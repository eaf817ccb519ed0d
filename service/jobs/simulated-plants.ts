import type { Setpoint } from "../gateway/gateway.ts";
import type { PlantOptions } from "../gateway/simulator/running-site.ts";
import type { PlantSetup } from "../gateway/simulator/site-simulator.ts";
import { Simulator } from "../gateway/simulator/simulator.ts";
import { validUntil } from "../planning/live-state.ts";
import { loadLive } from "../store/live-state.ts";
import { setpointsAt } from "../store/outbox.ts";
import { readPartition, type PartitionOf } from "../store/partitions.ts";
import { listDevices, type StoredSite } from "../store/sites.ts";
import type { Db } from "../store/store.ts";

type SimulatedSite = StoredSite & { simulation: NonNullable<StoredSite["simulation"]> };

const isSimulatedSite = (site: StoredSite): site is SimulatedSite => site.simulation !== null;

const describeSite = ({ site, devices, simulation }: SimulatedSite) =>
  JSON.stringify([site, devices, simulation]);

/** What changed at the plants: those that were added or replaced, and the locations without one. */
interface PlantChanges {
  added: readonly PlantSetup[];
  removed: readonly string[];
}

/** The plants of the demo locations among some sites, as the database describes them. */
export class SimulatedPlants {
  readonly simulator: Simulator;
  /** The sites that have plants, as they were built. */
  private built = new Map<string, string>();

  constructor(
    private readonly db: Db,
    options: Partial<PlantOptions>,
  ) {
    this.simulator = new Simulator([], options);
  }

  /**
   * Adds the plants of new and changed sites, from their last known battery energy and their last
   * setpoint, and removes those of other sites. `readSetpoints` is called if a plant is added.
   */
  async update(
    sites: readonly StoredSite[],
    readSetpoints: () => Promise<ReadonlyMap<string, Setpoint>>,
  ): Promise<PlantChanges> {
    const simulated = sites.filter(isSimulatedSite);
    const wanted = new Map(simulated.map((site) => [site.locationId, describeSite(site)]));
    const changed = simulated.filter(
      ({ locationId }) => wanted.get(locationId) !== this.built.get(locationId),
    );
    const removed = [...this.built.keys()].filter((locationId) => !wanted.has(locationId));
    for (const locationId of removed) this.simulator.remove(locationId);
    const sent = changed.length > 0 ? await readSetpoints() : new Map<string, Setpoint>();
    const added = await loadPlants(this.db, changed);
    for (const plant of added) this.simulator.put(plant, sent.get(plant.locationId));
    this.built = wanted;
    return { added, removed };
  }
}

async function loadPlants(db: Db, sites: readonly SimulatedSite[]): Promise<PlantSetup[]> {
  if (sites.length === 0) return [];
  const ids = sites.map((site) => site.locationId);
  const live = new Map((await loadLive(db, ids)).map((row) => [row.locationId, row]));
  return sites.map((one) => {
    const { locationId, site, simulation } = one;
    const row = live.get(locationId);
    const stored = row && {
      storedKwh: Array.from(row.storedKwh),
      storedAtMs: row.measuredAt.getTime(),
    };
    return { locationId, site, devices: listDevices(one), ...simulation, ...stored };
  });
}

/** The setpoints of a partition dispatched last; devices hold them until they expire. */
export async function readLastSetpoints(db: Db, of: PartitionOf): Promise<Map<string, Setpoint>> {
  const { renewedMinuteMs: minuteMs } = await readPartition(db, of.partition);
  if (minuteMs === null) return new Map();
  const dispatched = (
    await setpointsAt(db, minuteMs, { of: { ...of, some: [of.partition] } })
  ).filter(({ state }) => state !== "waiting");
  return new Map(
    dispatched.map(({ locationId, controlId, type, limitKw, stopMs }) => [
      locationId,
      { locationId, controlId, type, limitKw, validUntilMs: validUntil(minuteMs, stopMs) },
    ]),
  );
}
