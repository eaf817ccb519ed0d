import type { ForecastModel } from "../engine/forecast.ts";
import { OutlookSums } from "../engine/outlook-sums.ts";
import type { Fleet } from "../planning/fleet.ts";
import {
  deleteAreaSumParts,
  readAreaSumParts,
  saveAreaSumPart,
  type AreaSumPart,
  type SumsAt,
} from "../store/area-sum-parts.ts";
import { readPartitions, toNumbers } from "../store/partitions.ts";
import { readServiceState, writeServiceState } from "../store/service-state.ts";
import type { Selection, StoredSite } from "../store/sites.ts";
import type { Store } from "../store/store.ts";
import { countSites, saveSums } from "./close-interval.ts";
import { HORIZON, type HashedSite } from "./far-sums.ts";
import { PartitionSums } from "./partition-sums.ts";
import type { OutlookThreads } from "./sum-outlooks.ts";

/** Service state: the inputs of the last totals of zones and groups, and how long summing all anew takes. */
const SUMS = "outlook_sums";
interface Sums {
  quarterMs: number;
  changes: string | null;
  tookMs: number;
}
/** Totals that take longer are computed once a quarter-hour. */
const AFFORDABLE_MS = 5_000;

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
   * @param planned the partitions that this instance is about to train
   * @returns when the models are no longer in use
   */
  add(
    at: SumsAt,
    { partition, planned }: { partition: number; planned: ReadonlySet<number> },
    sites: readonly StoredSite[],
    models: ReadonlyMap<string, ForecastModel>,
  ): Promise<void> {
    const { db } = this.deps.store;
    return this.sums.add(at, partition, planned, () => countSites(db, sites, models));
  }

  /**
   * Sums the forecasts of zones and groups once all partitions have frozen theirs: at the start of
   * a quarter-hour and after membership changes, unless the computation takes so long that it waits
   * for the next quarter-hour. Each instance sums the partitions that it trained, and stores the sum for
   * others; of partitions that none has summed, it sums its own. The one that finds all summed adds the sums.
   */
  async refresh(at: SumsAt, nowMs: number): Promise<void> {
    const { store, instance } = this.deps;
    if (!(await this.isDue(at))) return;
    const all = await readPartitions(store.db);
    const frozen = all.filter(
      ({ frozenQuarterMs }) => frozenQuarterMs !== null && frozenQuarterMs >= at.quarterMs,
    );
    const read = (partitions: ReadonlySet<number>) => this.readSites(at, partitions, nowMs);
    const own = await this.sums.take(at, toNumbers(frozen), read);
    if (own.some(({ partitions }) => partitions.size === at.partitions))
      return this.complete(at, own);
    await this.store(at, own);
    if (frozen.length < all.length) return;
    const parts = chooseParts([
      ...own,
      ...(await readAreaSumParts(store.db, instance, at, HORIZON)),
    ]);
    const left = all.filter(({ partition }) => !isSummed(parts, partition));
    const mine = toNumbers(left.filter(({ owner }) => owner === instance));
    if (mine.size > 0) {
      const part = await this.sums.sumAnew(at, mine, read);
      parts.push(part);
      if (mine.size < all.length) await this.store(at, [...own, part]);
    }
    if (mine.size === left.length) await this.complete(at, parts);
  }

  private async isDue(at: SumsAt): Promise<boolean> {
    const made = await readServiceState<Sums>(this.deps.store.db, SUMS);
    if (made?.quarterMs !== at.quarterMs) return true;
    return made.tookMs < AFFORDABLE_MS && made.changes !== at.changes;
  }

  /** The sites of some partitions, with their models at this moment. */
  private readSites(
    { partitions: count }: SumsAt,
    partitions: ReadonlySet<number>,
    nowMs: number,
  ): Promise<HashedSite[]> {
    const { store, fleet } = this.deps;
    return fleet.use(store.db, this.selection, nowMs, (members) => {
      const models = new Map(members.map(({ stored, model }) => [stored.locationId, model]));
      const sites = members
        .map(({ stored }) => stored)
        .filter(({ hash }) => partitions.has(hash & (count - 1)));
      return countSites(store.db, sites, models);
    });
  }

  /** Stores parts for other instances, each once. */
  private async store(at: SumsAt, parts: readonly AreaSumPart[]): Promise<void> {
    const { store, instance } = this.deps;
    for (const part of parts)
      if (!this.stored.includes(part)) await saveAreaSumPart(store.db, instance, at, part);
    this.stored = parts;
  }

  /** Saves the sums of these parts, which have all partitions. */
  private async complete(at: SumsAt, parts: readonly AreaSumPart[]): Promise<void> {
    const { quarterMs, changes } = at;
    const isSaved = await this.deps.store.exclusively("sums", async (db) => {
      if (!(await this.isDue(at))) return;
      const total = new OutlookSums(quarterMs, HORIZON);
      for (const { areas } of parts) total.merge(areas);
      await saveSums(db, total.areas, quarterMs);
      const tookMs = parts.reduce((sum, part) => sum + part.tookMs, 0);
      const sums: Sums = { quarterMs, changes, tookMs: Math.round(tookMs) };
      await writeServiceState(db, SUMS, sums);
      await deleteAreaSumParts(db, quarterMs);
    });
    if (!isSaved) return;
    this.sums.release();
    this.stored = [];
  }
}

const isSummed = (parts: readonly AreaSumPart[], partition: number): boolean =>
  parts.some(({ partitions }) => partitions.has(partition));

/** Parts without a common partition: large ones before small ones. */
function chooseParts(parts: readonly AreaSumPart[]): AreaSumPart[] {
  const chosen: AreaSumPart[] = [];
  for (const part of parts.toSorted((a, b) => b.partitions.size - a.partitions.size))
    if (![...part.partitions].some((partition) => isSummed(chosen, partition))) chosen.push(part);
  return chosen;
}
