import { MINUTE_MS } from "../../lib/time/amsterdam.ts";
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
import { earliest, readPartitions } from "../store/partitions.ts";
import { readServiceState, writeServiceState } from "../store/service-state.ts";
import type { Selection, StoredSite } from "../store/sites.ts";
import type { Store } from "../store/store.ts";
import { countSites, saveSums } from "./close-interval.ts";
import { HORIZON } from "./far-sums.ts";
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

/** So long after the start of a quarter-hour, what other instances have not summed is summed without them. */
const AWAITED_MS = 2 * MINUTE_MS;

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
  /** What this instance stored last for others. */
  private stored: AreaSumPart | null = null;

  constructor(
    private readonly deps: Deps,
    private readonly selection: Selection,
  ) {
    this.sums = new PartitionSums(deps.threads);
  }

  /**
   * Sums the forecasts of a partition in the background, from the models just trained.
   * @param own the partitions that this instance trains
   * @returns when the models are no longer in use
   */
  add(
    at: SumsAt,
    { partition, own }: { partition: number; own: ReadonlySet<number> },
    sites: readonly StoredSite[],
    models: ReadonlyMap<string, ForecastModel>,
  ): Promise<void> {
    const { db } = this.deps.store;
    return this.sums.add(at, partition, own, () => countSites(db, sites, models));
  }

  /**
   * Sums the forecasts of zones and groups once all partitions have frozen theirs: at the start of
   * a quarter-hour and after membership changes, unless the computation takes so long that it waits
   * for the next quarter-hour. Each instance sums the partitions that it trained; the last one adds the sums.
   */
  async refresh(at: SumsAt, nowMs: number, isTrained: boolean): Promise<void> {
    const { db } = this.deps.store;
    const made = await readServiceState<Sums>(db, SUMS);
    const isNew = made?.quarterMs !== at.quarterMs;
    const isAffordable = (made?.tookMs ?? 0) < AFFORDABLE_MS;
    if (!isTrained && !isNew && !(isAffordable && made?.changes !== at.changes)) return;
    const isAwaited = isNew && nowMs < at.quarterMs + AWAITED_MS;
    if (isAwaited && this.sums.isGrowing(at)) return;
    const parts = await this.readParts(at);
    const all = await readPartitions(db);
    const frozenMs = earliest(all, "frozenQuarterMs");
    if (frozenMs === null || frozenMs < at.quarterMs) return;
    const left = all.filter(({ partition }) => !isSummed(parts, partition));
    if (isAwaited && left.some(({ owner }) => owner !== this.deps.instance)) return;
    await this.complete(at, nowMs, parts, new Set(left.map(({ partition }) => partition)));
  }

  /** What this and other instances have summed, each partition once; this one's is stored for the others. */
  private async readParts(at: SumsAt): Promise<AreaSumPart[]> {
    const { store, instance } = this.deps;
    const own = await this.sums.take(at);
    if (own?.partitions.size === at.partitions) return [own];
    if (own && own !== this.stored) {
      await saveAreaSumPart(store.db, instance, at, own);
      this.stored = own;
    }
    const parts = own ? [own] : [];
    for (const other of await readAreaSumParts(store.db, instance, at))
      if (![...other.partitions].some((one) => isSummed(parts, one))) parts.push(other);
    return parts;
  }

  /** Saves the sum of these parts and of the partitions that are left. */
  private async complete(
    at: SumsAt,
    nowMs: number,
    parts: readonly AreaSumPart[],
    left: ReadonlySet<number>,
  ): Promise<void> {
    const { store, fleet } = this.deps;
    const { quarterMs, changes, partitions } = at;
    await store.exclusively("sums", async (db) => {
      const isLeft = ({ hash }: StoredSite) => left.has(hash & (partitions - 1));
      const sumLeft = () =>
        fleet.use(db, this.selection, nowMs, (members) =>
          this.sums.sumAnew(at, left, () => {
            const models = new Map(members.map(({ stored, model }) => [stored.locationId, model]));
            const sites = members.map(({ stored }) => stored).filter(isLeft);
            return countSites(db, sites, models);
          }),
        );
      const all = left.size > 0 ? [...parts, await sumLeft()] : parts;
      const total = new OutlookSums(quarterMs, HORIZON);
      for (const { areas } of all) total.merge(areas);
      await saveSums(db, total.areas, quarterMs);
      const tookMs = all.reduce((sum, part) => sum + part.tookMs, 0);
      const sums: Sums = { quarterMs, changes, tookMs: Math.round(tookMs) };
      await writeServiceState(db, SUMS, sums);
      await deleteAreaSumParts(db, quarterMs);
    });
  }
}

const isSummed = (parts: readonly AreaSumPart[], partition: number): boolean =>
  parts.some(({ partitions }) => partitions.has(partition));
