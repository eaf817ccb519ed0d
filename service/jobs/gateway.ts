import type { Gateway, Setpoint } from "../gateway/gateway.ts";
import type { PlantSetup } from "../gateway/simulator/site-simulator.ts";
import { Simulator } from "../gateway/simulator/simulator.ts";
import { REVERT_MS } from "../planning/live-state.ts";
import { readServiceState, SETPOINTS_RENEWED_KEY } from "../store/service-state.ts";
import { loadLive } from "../store/live-state.ts";
import { setpointsAt } from "../store/outbox.ts";
import type { StoredSite } from "../store/sites.ts";
import type { Db } from "../store/store.ts";

/** The gateway of the service; it tracks the existing locations. */
export interface ServiceGateway extends Gateway {
  /** Called when locations may have been added, removed or changed. */
  updateSites(sites: readonly StoredSite[]): Promise<void>;
  /**
   * Passes the readings and presence of simulated sites over at most three hours to `store`; a
   * failed call may be repeated.
   */
  repeat: Gateway["collect"];
}

/** Demo locations are simulated; all others are reached through `field`, if it is given. */
export function serviceGateway(
  db: Db,
  { simulate, outages, field }: { simulate: boolean; outages: boolean; field?: Gateway },
): ServiceGateway {
  const simulator = new Simulator([], { outages });
  const parts = [...(simulate ? [simulator] : []), ...(field ? [field] : [])];
  return {
    updateSites: simulate ? createPlantUpdater(db, simulator) : async () => {},
    dispatch: (setpoints, nowMs, mayDispatch) => dispatchOver(parts, setpoints, nowMs, mayDispatch),
    collect: async (fromMs, toMs, store) => {
      for (const part of parts) await part.collect(fromMs, toMs, store);
    },
    repeat: (fromMs, toMs, store) => simulator.repeat(fromMs, toMs, store),
    close: async () => {
      for (const part of parts) await part.close();
    },
  };
}

/** Each setpoint goes to the first gateway that accepts it. */
async function dispatchOver(
  parts: readonly Gateway[],
  setpoints: readonly Setpoint[],
  nowMs: number,
  mayDispatch?: () => boolean,
): Promise<Set<string>> {
  const taken = new Set<string>();
  for (const part of parts) {
    const left = setpoints.filter(({ locationId }) => !taken.has(locationId));
    if (left.length === 0) break;
    for (const locationId of await part.dispatch(left, nowMs, mayDispatch)) taken.add(locationId);
  }
  return taken;
}

/**
 * Manages the plants of the demo locations. A plant is created from its last known battery energy
 * and its last setpoint when its location is added or its devices change; a change of owner does
 * not matter.
 */
function createPlantUpdater(
  db: Db,
  simulator: Simulator,
): (sites: readonly StoredSite[]) => Promise<void> {
  let built = new Map<string, string>();
  return async (sites) => {
    const simulated = sites.filter(isSimulated);
    const wanted = new Map(simulated.map((site) => [site.locationId, describeSite(site)]));
    const isNew = ({ locationId }: StoredSite) => wanted.get(locationId) !== built.get(locationId);
    const added = simulated.filter(isNew);
    for (const locationId of built.keys())
      if (!wanted.has(locationId)) simulator.remove(locationId);
    const setpoints = added.length > 0 ? await getLastSetpoints(db) : new Map<string, Setpoint>();
    for (const plant of await loadPlants(db, added))
      simulator.put(plant, setpoints.get(plant.locationId));
    built = wanted;
  };
}

type SimulatedSite = StoredSite & { simulation: NonNullable<StoredSite["simulation"]> };

const isSimulated = (site: StoredSite): site is SimulatedSite => site.simulation !== null;

const describeSite = ({ site, devices, simulation }: SimulatedSite) =>
  JSON.stringify([site, devices, simulation]);

async function loadPlants(db: Db, sites: readonly SimulatedSite[]): Promise<PlantSetup[]> {
  if (sites.length === 0) return [];
  const ids = sites.map((site) => site.locationId);
  const live = new Map((await loadLive(db, ids)).map((row) => [row.locationId, row]));
  return sites.map(({ locationId, site, devices, simulation }) => {
    const row = live.get(locationId);
    const stored = row && {
      storedKwh: Array.from(row.storedKwh),
      storedAtMs: row.measuredAt.getTime(),
    };
    return { locationId, site, devices, ...simulation, ...stored };
  });
}

/** The setpoints dispatched last; devices hold them until they expire. */
async function getLastSetpoints(db: Db): Promise<Map<string, Setpoint>> {
  const minuteMs = await readServiceState<number>(db, SETPOINTS_RENEWED_KEY);
  if (minuteMs === null) return new Map();
  const dispatched = (await setpointsAt(db, minuteMs)).filter(({ state }) => state !== "waiting");
  return new Map(
    dispatched.map(({ locationId, controlId, type, limitKw, stopMs }) => [
      locationId,
      { locationId, controlId, type, limitKw, validUntilMs: validUntil(minuteMs, stopMs) },
    ]),
  );
}

/** A setpoint is valid until devices would revert without renewal, but never past its control. */
export const validUntil = (minuteMs: number, stopMs: number): number =>
  Math.min(minuteMs + REVERT_MS, stopMs);
