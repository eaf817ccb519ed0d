import { floorQuarter } from "../../lib/time/amsterdam.ts";
import type { ForecastModel } from "../engine/forecast.ts";
import { OutlookSums } from "../engine/outlook-sums.ts";
import type { Fleet } from "../planning/fleet.ts";
import {
  chooseAreaSumParts,
  deleteAreaSumParts,
  saveAreaSumPart,
  type AreaSumPart,
  type SumsAt,
} from "../store/area-sum-parts.ts";
import { hasFrozen, readPartitions, toNumbers } from "../store/partitions.ts";
import {
  MEMBERS_CHANGED_KEY,
  readServiceState,
  writeServiceState,
} from "../store/service-state.ts";
import type { Selection, StoredSite } from "../store/sites.ts";
import type { Db, Store } from "../store/store.ts";
import { countSites, saveSums } from "./close-interval.ts";
import { HORIZON } from "./far-sums.ts";
import { PartitionSums, type PlannedPartition, type WithSites } from "./partition-sums.ts";
import type { OutlookThreads } from "./sum-outlooks.ts";

/** Service state: the inputs of the last totals of zones and groups. */
const SUMS = "outlook_sums";
interface Sums {
  quarterMs: number;
  changes: string | null;
  /** How long each location took when all were last summed again after a change, in ms. */
  locationMs?: number;
}
/** Totals that take longer are computed once a quarter-hour. */
const AFFORDABLE_MS = 5_000;
/** Until it is measured; two cores need as much at 20,000 locations. */
const TYPICAL_LOCATION_MS = 0.15;

/** How often an instance reads what is summed, with sums of its own between. */
const ROUNDS = 3;

interface Deps {
  store: Pick<Store, "db" | "exclusively">;
  fleet: Fleet;
  threads: Pick<OutlookThreads, "sum">;
  /** The name of this instance. */
  instance: string;
}

/** Keeps the forecasts of zones and groups up to date. */
export class AreaSums {
  private readonly sums: PartitionSums;
  /** The parts that this instance stored for others last. */
  private stored: readonly AreaSumPart[] = [];

  constructor(
    private readonly deps: Deps,
    private readonly selection: Selection,
  ) {
    this.sums = new PartitionSums(deps.threads);
  }

  /**
   * Sums the forecasts of a partition in the background, from the models just trained.
   * @returns when the models are no longer in use
   */
  add(
    at: SumsAt,
    planned: PlannedPartition,
    sites: readonly StoredSite[],
    models: ReadonlyMap<string, ForecastModel>,
  ): Promise<void> {
    const { db } = this.deps.store;
    return this.sums.add(at, planned, () => countSites(db, sites, models));
  }

  /**
   * Sums the forecasts of zones and groups: at the start of a quarter-hour, once all partitions have
   * frozen theirs, and after membership changes, unless the computation takes so long that it waits for
   * the next quarter-hour. At the start each instance sums the partitions that it trained and stores the
   * sum for others; of partitions that none has summed, it sums its own. The one that finds all summed
   * adds the sums. After a change one instance sums all.
   */
  async refresh(nowMs: number): Promise<void> {
    const { db } = this.deps.store;
    const quarterMs = floorQuarter(nowMs);
    const changes = await readServiceState<string>(db, MEMBERS_CHANGED_KEY);
    const due = await this.getDue({ quarterMs, changes });
    if (due === null) return;
    const all = await readPartitions(db);
    const at = { quarterMs, changes, partitions: all.length };
    const withSites = this.withSites(at, nowMs);
    if (due === "changed") return this.sumChanged(at, toNumbers(all), withSites);
    const frozen = all.filter((one) => hasFrozen(one, quarterMs));
    const own = await this.sums.take(at, toNumbers(frozen), withSites);
    const whole = own.find(({ partitions }) => partitions.size === at.partitions);
    if (whole) return this.complete(at, [whole]);
    await this.store(at, own);
    if (frozen.length < all.length) return;
    // The last round is after this instance has stored: of two that store, one sees both.
    for (let round = 0; round < ROUNDS; round++) {
      const parts = await chooseAreaSumParts(db, at, HORIZON);
      const left = all.filter((one) => !parts.some((part) => part.partitions.has(one.partition)));
      if (left.length === 0) return this.complete(at, parts);
      const mine = toNumbers(left.filter(({ owner }) => owner === this.deps.instance));
      if (mine.size === 0) return;
      await this.store(at, [...own, await this.sums.sumAnew(at, mine, withSites)]);
    }
  }

  /** Whether the sums of a quarter-hour are due, and why. */
  private async getDue({
    quarterMs,
    changes,
  }: Omit<SumsAt, "partitions">): Promise<"new" | "changed" | null> {
    const made = await readServiceState<Sums>(this.deps.store.db, SUMS);
    if (!made || made.quarterMs < quarterMs) return "new";
    if (made.quarterMs !== quarterMs || made.changes === changes) return null;
    const { locationMs = TYPICAL_LOCATION_MS } = made;
    return locationMs * this.deps.fleet.size < AFFORDABLE_MS ? "changed" : null;
  }

  /** Sums all partitions, whose members have changed since the sums of this quarter-hour. */
  private async sumChanged(
    at: SumsAt,
    all: ReadonlySet<number>,
    withSites: WithSites,
  ): Promise<void> {
    await this.deps.store.exclusively("sums", async (db) => {
      if ((await this.getDue(at)) !== "changed") return;
      const begunMs = performance.now();
      const sum = await this.sums.sumAnew(at, all, withSites);
      const locationMs = (performance.now() - begunMs) / Math.max(1, this.deps.fleet.size);
      await this.save(db, at, [sum], locationMs);
    });
  }

  private withSites({ partitions: count }: SumsAt, nowMs: number): WithSites {
    const { store, fleet } = this.deps;
    return (partitions, work) =>
      fleet.use(store.db, this.selection, nowMs, (members) =>
        work(() => {
          const models = new Map(members.map(({ stored, model }) => [stored.locationId, model]));
          const sites = members
            .map(({ stored }) => stored)
            .filter(({ hash }) => partitions.has(hash & (count - 1)));
          return countSites(store.db, sites, models);
        }),
      );
  }

  /** Stores parts for all instances, each once. */
  private async store(at: SumsAt, parts: readonly AreaSumPart[]): Promise<void> {
    const { store, instance } = this.deps;
    for (const part of parts)
      if (!this.stored.includes(part)) await saveAreaSumPart(store.db, instance, at, part);
    this.stored = parts;
  }

  /** Saves the sums of parts that have all partitions. */
  private async complete(at: SumsAt, parts: readonly AreaSumPart[]): Promise<void> {
    const isSaved = await this.deps.store.exclusively("sums", async (db) => {
      if ((await this.getDue(at)) === "new") await this.save(db, at, parts);
    });
    if (!isSaved) return;
    this.sums.release();
    this.stored = [];
  }

  private async save(
    db: Db,
    at: SumsAt,
    parts: readonly AreaSumPart[],
    measuredMs?: number,
  ): Promise<void> {
    const { quarterMs } = at;
    const total = new OutlookSums(quarterMs, HORIZON);
    for (const { areas } of parts) total.merge(areas);
    await saveSums(db, total.areas, quarterMs);
    const locationMs = measuredMs ?? (await readServiceState<Sums>(db, SUMS))?.locationMs;
    // Parts that count other members than these are summed again at the next minute.
    const { changes } = parts.find((part) => part.changes !== at.changes) ?? at;
    const sums: Sums = { quarterMs, changes, locationMs };
    await writeServiceState(db, SUMS, sums);
    await deleteAreaSumParts(db, quarterMs);
  }
}
