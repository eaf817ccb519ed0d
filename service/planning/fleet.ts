import { floorQuarter } from "../../lib/time/amsterdam.ts";
import type { ForecastModel } from "../engine/forecast.ts";
import { loadDeviceRamps } from "../store/devices.ts";
import {
  FLEET_CHANGES_RETENTION_MS,
  idsIn,
  readFleetChanges,
  type FleetChange,
  type FleetChanges,
} from "../store/fleet-changes.ts";
import { divideByHash, partitionOrder, type PartitionOf } from "../store/partitions.ts";
import { RAMPS_KEY, readServiceState } from "../store/service-state.ts";
import { loadSites, type Selection, type StoredSite } from "../store/sites.ts";
import type { Db } from "../store/store.ts";
import type { ForecastThreads } from "../threads/forecast-threads.ts";
import { loadCurrentModels, type TrainedQuarter } from "./forecast-training.ts";
import {
  adoptModels,
  byId,
  inOrder,
  Member,
  MemberLists,
  newEntry,
  putModel,
  SharedPreferences,
  type FleetEntry,
} from "./fleet-entries.ts";
import { FleetTurns } from "./fleet-turns.ts";
import { ModelMemory } from "./model-memory.ts";
import { divideDue } from "./model-quarters.ts";
import { withRamps, type FleetRamps } from "./ramps.ts";

/** Locations read at once, so that requests are answered meanwhile. */
const CHUNK = 1_000;

/** Locations by the partition they belong to. */
interface Division {
  selection: Selection;
  sites: readonly StoredSite[][];
}

/**
 * The locations with devices of all zones and their forecast models, in memory. `select` reads what
 * has changed in the database since the last call, so that a plan of 100,000 locations does not
 * read them all. An instance has one; another instance's changes are seen as soon as they have
 * committed.
 */
export class Fleet {
  private entries = new Map<string, FleetEntry>();
  private ordered: FleetEntry[] = [];
  private division: Division | null = null;
  private readonly lists = new MemberLists();
  private read: { next: string; atMs: number } | null = null;
  private fleetRamps = "";
  private readonly preferences = new SharedPreferences();
  /** Changes that were read, by id, of transactions that are read again, as an older one had not ended. */
  private handled = new Map<number, bigint>();
  private readonly turns = new FleetTurns();
  /** How many uses of members are in progress; meanwhile their models are not changed. */
  private uses = 0;
  /** Memory of models while they are trained. */
  readonly memory = new ModelMemory();

  /** @param threads compute forecasts of many locations; without them this thread does */
  constructor(readonly threads: ForecastThreads | null = null) {}

  /**
   * Uses the selected locations in order of their ids, with their models at this moment, which change
   * after `work`. `db` sees what has committed; a transaction must not have changed locations, devices or
   * models itself.
   */
  async use<Result>(
    db: Db,
    selection: Selection,
    nowMs: number,
    work: (members: readonly Member[]) => Promise<Result>,
  ): Promise<Result> {
    this.uses += 1;
    try {
      // Listed in the same turn: the next one may begin before this goes on, and take models away.
      const members = await this.turns.run(async () => {
        await this.readChanges(db, floorQuarter(nowMs));
        return this.lists.get(selection, () => this.find(selection));
      }, db);
      return await work(members);
    } finally {
      this.uses -= 1;
    }
  }

  /** The selected locations in order of their ids, without their models. */
  async sites(db: Db, selection: Selection): Promise<StoredSite[]> {
    await this.turns.run(() => this.readChanges(db, null));
    return this.find(selection).map(({ stored }) => stored);
  }

  /** The selected locations of a partition in order of their ids, without their models. */
  async sitesOf(
    db: Db,
    selection: Selection,
    { partition, partitions }: PartitionOf,
  ): Promise<readonly StoredSite[]> {
    await this.turns.run(() => this.readChanges(db, null));
    if (this.division?.selection !== selection || this.division.sites.length !== partitions) {
      const all = this.find(selection).map(({ stored }) => stored);
      this.division = { selection, sites: divideByHash(all, partitions) };
    }
    return this.division.sites[partition]!;
  }

  /** The number of locations at the last read. */
  get size(): number {
    return this.entries.size;
  }

  /**
   * Ids of locations that divide those of the last read: `first` of them before the first id, four
   * times as many between two.
   */
  bounds(first: number): string[] {
    const ids: string[] = [];
    for (let at = Math.ceil(first); at < this.ordered.length; at += 4 * Math.ceil(first))
      ids.push(this.ordered[at]!.stored.locationId);
    return ids;
  }

  /** Whether a location that was read is simulated. */
  isSimulated(locationId: string): boolean {
    return (this.entries.get(locationId)?.stored.simulation ?? null) !== null;
  }

  /** Reads what has changed, one call at a time. */
  async refresh(db: Db, nowMs: number): Promise<void> {
    await this.turns.run(() => this.readChanges(db, floorQuarter(nowMs)));
  }

  /**
   * Takes over the models of these sites that the quarter-hour's job has just trained and saved, so that they
   * are not read again; except those that others changed meanwhile. `transactions` are those that recorded what
   * the models were trained on, and that saved them. Unless members are in use, or `areInUse` says that models of
   * these sites are, they are copied into the models in memory, which take their place in `models`.
   * @returns whether all were copied
   */
  async adopt(
    db: Db,
    sites: readonly StoredSite[],
    quarterMs: number,
    { models, transactions }: TrainedQuarter,
    areInUse: boolean,
  ): Promise<boolean> {
    const isOwn = ({ kind, transaction, locationIds }: FleetChange) =>
      transactions.has(transaction) || (kind === "sample" && locationIds.length === 0);
    return this.turns.run(async () => {
      const areFree = this.uses === 0 && !areInUse;
      const areCopied = adoptModels(this.entries, sites, models, { quarterMs, areFree });
      if (!areCopied) this.lists.clear();
      await this.readChanges(db, null, isOwn);
      return areCopied;
    });
  }

  /**
   * The model of a location trained until this quarter-hour, if it is in memory and nothing that was
   * read has changed it. It must not be changed.
   */
  modelAt(locationId: string, quarterMs: number): ForecastModel | null {
    const entry = this.entries.get(locationId);
    return entry?.modelMs === quarterMs ? entry.model : null;
  }

  private find(selection: Selection): FleetEntry[] {
    if (selection.kind === "locations")
      return inOrder(selection.ids.flatMap((id) => this.entries.get(id) ?? []));
    return this.ordered.filter(({ stored }) => {
      if (selection.kind === "group") return stored.groupId === selection.id;
      return selection.kind === "all" || stored.biddingZone === selection.id;
    });
  }

  private async readChanges(
    db: Db,
    quarterMs: number | null,
    isOwn: (change: FleetChange) => boolean = () => false,
  ): Promise<void> {
    const since = this.read;
    const found = await readFleetChanges(db, since?.next ?? null, this.handled.keys());
    const isTooOld = since !== null && found.atMs - since.atMs > FLEET_CHANGES_RETENTION_MS / 2;
    try {
      if (since === null || isTooOld) await this.readAll(db);
      else await this.apply(db, found, isOwn);
      if (quarterMs !== null) {
        await this.refreshRamps(db);
        await this.refreshModels(db, quarterMs);
      }
    } catch (error) {
      this.read = null;
      throw error;
    }
    this.read = { next: found.next, atMs: found.atMs };
    for (const { id, transaction } of found.changes) this.handled.set(id, BigInt(transaction));
    const next = BigInt(found.next);
    for (const [id, transaction] of this.handled) if (transaction < next) this.handled.delete(id);
  }

  private async readAll(db: Db): Promise<void> {
    this.entries = new Map();
    this.preferences.clear();
    await this.readSites(db, { kind: "all" });
  }

  /** Reads the sites of changed locations; what else depends on a location is read when needed. */
  private async apply(
    db: Db,
    { changes }: FleetChanges,
    isOwn: (change: FleetChange) => boolean,
  ): Promise<void> {
    const news = changes.filter((change) => !isOwn(change));
    const ofKind = (kind: FleetChange["kind"]) => news.filter((change) => change.kind === kind);
    const siteIds = idsIn(ofKind("site"));
    if (siteIds === "all") return this.readAll(db);
    for (const change of [...ofKind("model"), ...ofKind("sample")]) {
      const { quarterMs, locationIds } = change;
      for (const id of locationIds.length === 0 ? this.entries.keys() : locationIds) {
        const entry = this.entries.get(id);
        if (!entry) continue;
        if (quarterMs === null || entry.modelMs > quarterMs) putModel(entry, null, NaN);
      }
    }
    for (const id of siteIds) this.entries.delete(id);
    if (siteIds.size > 0) await this.readSites(db, { kind: "locations", ids: [...siteIds] });
    const rampIds = idsIn(ofKind("ramp"));
    await this.readRamps(db, rampIds === "all" ? [...this.entries.keys()] : [...rampIds]);
  }

  private async readSites(db: Db, selection: Selection): Promise<void> {
    const sites = await loadSites(db, selection);
    for (const stored of sites) {
      this.preferences.share(stored);
      this.entries.set(stored.locationId, newEntry(stored));
    }
    this.ordered = [...this.entries.values()].sort(byId);
    this.division = null;
    this.lists.clear();
    await this.readRamps(
      db,
      sites.map(({ locationId }) => locationId),
    );
  }

  private async readRamps(db: Db, ids: readonly string[]): Promise<void> {
    if (ids.length === 0) return;
    for (const [id, ramps] of await loadDeviceRamps(db, ids)) {
      const entry = this.entries.get(id);
      if (!entry) continue;
      entry.ramps = ramps;
      entry.site = entry.member = null;
    }
  }

  private async refreshRamps(db: Db): Promise<void> {
    const fleet = (await readServiceState<FleetRamps>(db, RAMPS_KEY)) ?? {};
    const json = JSON.stringify(fleet);
    for (const entry of this.ordered) {
      if (entry.site && json === this.fleetRamps) continue;
      const { stored, ramps } = entry;
      const devices = new Map(ramps ? [[stored.locationId, ramps]] : []);
      entry.site = withRamps(stored, { devices, fleet });
      entry.member = null;
    }
    this.fleetRamps = json;
  }

  private async refreshModels(db: Db, quarterMs: number): Promise<void> {
    const outdated = this.ordered.filter((entry) => entry.modelMs !== quarterMs);
    const due = await divideDue(db, outdated, quarterMs);
    if (this.ordered.some(({ member }) => member === null) || due.size > 0) this.lists.clear();
    for (const [untilMs, some] of due) await this.trainModels(db, some, untilMs);
    for (const entry of this.ordered)
      entry.member ??= { stored: entry.stored, site: entry.site!, model: entry.model! };
  }

  private async trainModels(db: Db, due: FleetEntry[], quarterMs: number): Promise<void> {
    due.sort((a, b) => partitionOrder(a.stored.hash) - partitionOrder(b.stored.hash));
    for (let from = 0; from < due.length; from += CHUNK) {
      const some = due.slice(from, from + CHUNK);
      const sites = some.map(({ stored }) => stored);
      const models = await loadCurrentModels(db, sites, quarterMs, this);
      for (const entry of some) putModel(entry, models.get(entry.stored.locationId)!, quarterMs);
    }
  }
}
