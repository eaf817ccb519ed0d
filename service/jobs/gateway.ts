import type { Gateway, Reports, Setpoint } from "../gateway/gateway.ts";
import type { Simulator } from "../gateway/simulator/simulator.ts";
import { readToken, type PartitionOf } from "../store/partitions.ts";
import type { StoredSite } from "../store/sites.ts";
import type { Db } from "../store/store.ts";
import { readLastSetpoints, SimulatedPlants } from "./simulated-plants.ts";

/** The gateway of the service; it tracks the existing locations. */
export interface ServiceGateway extends Gateway {
  /** Called with the locations of a partition before setpoints are first dispatched to it. */
  openSites(of: PartitionOf, sites: readonly StoredSite[]): Promise<void>;
  /**
   * Called with the locations of a partition before its minutes are collected; `token` is that of
   * its tick lease.
   */
  updateSites(
    of: PartitionOf,
    sites: readonly StoredSite[],
    at: { token: number; nowMs: number },
  ): Promise<void>;
  /** Called before setpoints of a partition are dispatched, with the token of its dispatch lease. */
  dispatching(of: PartitionOf, token: number): void;
  /** Like `collect`, for the simulated sites of a partition only. */
  collectSimulated(
    of: PartitionOf,
    fromMs: number,
    toMs: number,
    store: (reports: Reports) => Promise<void>,
  ): Promise<void>;
  /**
   * Passes the readings and presence of simulated sites of a partition over at most three hours to
   * `store`; a failed call may be repeated.
   */
  repeat: ServiceGateway["collectSimulated"];
}

interface GatewayDeps {
  /** Whether demo locations are simulated. */
  simulate: boolean;
  outages: boolean;
  /** Whether a location is simulated, by this instance or another. */
  isSimulated(locationId: string): boolean;
  field?: Gateway;
}

/** Demo locations are simulated; all others are reached through `field`, if it is given. */
export function serviceGateway(db: Db, deps: GatewayDeps): ServiceGateway {
  const { simulate, outages, isSimulated, field } = deps;
  const plants = new SimulatedPartitions(db, outages);
  const elsewhere: Pick<Gateway, "dispatch"> = {
    dispatch: async (setpoints) =>
      new Set(setpoints.map(({ locationId }) => locationId).filter(isSimulated)),
  };
  const carriers = [...(simulate ? [plants, elsewhere] : []), ...(field ? [field] : [])];
  return {
    openSites: async (of, sites) => {
      if (simulate) await plants.open(of, sites);
    },
    updateSites: async (of, sites, at) => {
      if (simulate) await plants.update(of, sites, at);
    },
    dispatching: (of, token) => plants.dispatching(of, token),
    dispatch: (setpoints, nowMs, mayDispatch) =>
      dispatchOver(carriers, setpoints, nowMs, mayDispatch),
    collect: async (fromMs, toMs, store) => {
      for (const simulator of plants.simulators()) await simulator.collect(fromMs, toMs, store);
      await field?.collect(fromMs, toMs, store);
    },
    collectSimulated: async (of, fromMs, toMs, store) =>
      plants.of(of)?.collect(fromMs, toMs, store),
    repeat: async (of, fromMs, toMs, store) => plants.of(of)?.repeat(fromMs, toMs, store),
    close: async () => field?.close(),
  };
}

/** Each setpoint goes to the first gateway that accepts it. */
async function dispatchOver(
  parts: readonly Pick<Gateway, "dispatch">[],
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

/** The plants of a partition at this instance. */
interface SimulatedPartition {
  partitions: number;
  plants: SimulatedPlants;
  /** Of the last tick lease of this instance. */
  tickToken: number;
  /** Of the last dispatch lease under which these plants got their setpoints. */
  dispatchToken: number;
}

/**
 * Manages the plants of the demo locations, by partition. A plant is created from its last known
 * battery energy and its last setpoint when its location is added, its devices change, or another
 * instance simulated its partition meanwhile; a change of owner does not matter.
 */
class SimulatedPartitions {
  private readonly all = new Map<number, SimulatedPartition>();

  constructor(
    private readonly db: Db,
    private readonly outages: boolean,
  ) {}

  of({ partition }: PartitionOf): Simulator | undefined {
    return this.all.get(partition)?.plants.simulator;
  }

  simulators(): Simulator[] {
    return [...this.all.values()].map(({ plants }) => plants.simulator);
  }

  dispatching({ partition }: PartitionOf, token: number): void {
    const running = this.all.get(partition);
    // After another instance's dispatch, `update` reads all of its setpoints.
    if (running && token === running.dispatchToken + 1) running.dispatchToken = token;
  }

  async dispatch(setpoints: readonly Setpoint[], nowMs: number): Promise<ReadonlySet<string>> {
    const taken = new Set<string>();
    for (const simulator of this.simulators())
      for (const id of await simulator.dispatch(setpoints, nowMs)) taken.add(id);
    return taken;
  }

  /** Makes the plants of a partition, with the setpoints that they had last. */
  async open(of: PartitionOf, sites: readonly StoredSite[]): Promise<void> {
    const tickToken = await readToken(this.db, "tick", of.partition);
    const dispatchToken = await readToken(this.db, "dispatch", of.partition);
    const { plants } = this.add(of, { tickToken, dispatchToken });
    await plants.update(sites, () => readLastSetpoints(this.db, of));
  }

  /** Brings the plants of a partition to its locations, and to setpoints that others sent. */
  async update(
    of: PartitionOf,
    sites: readonly StoredSite[],
    { token, nowMs }: { token: number; nowMs: number },
  ): Promise<void> {
    const dispatchToken = await readToken(this.db, "dispatch", of.partition);
    const running = this.continued(of, token) ?? this.add(of, { tickToken: token });
    running.tickToken = token;
    await running.plants.update(sites, () => readLastSetpoints(this.db, of));
    if (running.dispatchToken === dispatchToken) return;
    running.plants.simulator.follow(await readLastSetpoints(this.db, of), nowMs);
    running.dispatchToken = dispatchToken;
  }

  /** The plants of a partition, unless another instance had its tick lease meanwhile. */
  private continued(
    { partition, partitions }: PartitionOf,
    token: number,
  ): SimulatedPartition | null {
    const running = this.all.get(partition);
    if (running?.partitions !== partitions) return null;
    return running.tickToken === token || running.tickToken === token - 1 ? running : null;
  }

  private add(
    { partition, partitions }: PartitionOf,
    tokens: { tickToken: number; dispatchToken?: number },
  ): SimulatedPartition {
    const plants = new SimulatedPlants(this.db, { outages: this.outages });
    const added = { partitions, plants, dispatchToken: NaN, ...tokens };
    for (const [other, running] of this.all)
      if (running.partitions !== partitions) this.all.delete(other);
    this.all.set(partition, added);
    return added;
  }
}
