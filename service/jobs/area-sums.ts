import type { ForecastModel } from "../engine/forecast.ts";
import type { Fleet } from "../planning/fleet.ts";
import { earliest, readPartitions } from "../store/partitions.ts";
import { readServiceState, writeServiceState } from "../store/service-state.ts";
import type { Selection, StoredSite } from "../store/sites.ts";
import type { Store } from "../store/store.ts";
import { countSites, saveSums } from "./close-interval.ts";
import type { SumsAt } from "./far-sums.ts";
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
}

/** Keeps the forecasts of zones and groups up to date. */
export class AreaSums {
  private readonly parts: PartitionSums;

  constructor(
    private readonly deps: Deps,
    private readonly selection: Selection,
  ) {
    this.parts = new PartitionSums(deps.threads);
  }

  /**
   * Sums the forecasts of a partition in the background, from the models just trained.
   * @returns when the models are no longer in use
   */
  add(
    at: SumsAt,
    partition: number,
    sites: readonly StoredSite[],
    models: ReadonlyMap<string, ForecastModel>,
  ): Promise<void> {
    const { db } = this.deps.store;
    return this.parts.add(at, partition, () => countSites(db, sites, models));
  }

  /**
   * Sums the forecasts of zones and groups once all partitions have frozen theirs: at the start of
   * a quarter-hour and after membership changes, unless the computation takes so long that it waits
   * for the next quarter-hour. Partitions that other instances trained are read.
   */
  async refresh(at: SumsAt, nowMs: number, isTrained: boolean): Promise<void> {
    const { store, fleet } = this.deps;
    const { quarterMs, changes, partitions } = at;
    const made = await readServiceState<Sums>(store.db, SUMS);
    const isNew = made?.quarterMs !== quarterMs;
    const isAffordable = (made?.tookMs ?? 0) < AFFORDABLE_MS;
    if (!isTrained && !isNew && !(isAffordable && made?.changes !== changes)) return;
    const frozenMs = earliest(await readPartitions(store.db), "frozenQuarterMs");
    if (frozenMs === null || frozenMs < quarterMs) return;
    await store.exclusively("sums", async (db) => {
      const added = this.parts.added(at);
      const isAdded = ({ hash }: StoredSite) => added.has(hash & (partitions - 1));
      const { areas, tookMs } =
        added.size === partitions
          ? await this.parts.complete(at, async () => [])
          : await fleet.use(db, this.selection, nowMs, (members) =>
              this.parts.complete(at, () => {
                const left = members.filter(({ stored }) => !isAdded(stored));
                const models = new Map(left.map(({ stored, model }) => [stored.locationId, model]));
                const sites = left.map(({ stored }) => stored);
                return countSites(db, sites, models);
              }),
            );
      await saveSums(db, areas, quarterMs);
      const sums: Sums = { quarterMs, changes, tookMs: Math.round(tookMs) };
      await writeServiceState(db, SUMS, sums);
    });
  }
}
