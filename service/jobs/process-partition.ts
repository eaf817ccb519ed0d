import { floorQuarter, QUARTER_MS } from "../../lib/time/amsterdam.ts";
import type { Fleet } from "../planning/fleet.ts";
import { isSavedAt, type TrainedQuarter } from "../planning/forecast-training.ts";
import { SkyParts } from "../planning/sky-parts.ts";
import { observePartition, type Observation } from "../planning/record-quarter.ts";
import type { Lease } from "../store/leases.ts";
import {
  hasFrozen,
  hasObserved,
  readPartition,
  readPartitions,
  writePartition,
  type PartitionOf,
} from "../store/partitions.ts";
import { isMovedAfter, moveBlocks } from "../store/move-blocks.ts";
import type { SumsAt } from "../store/area-sum-parts.ts";
import type { PartitionMembers } from "../store/partition-members.ts";
import { MEMBERS_CHANGED_KEY, readServiceState } from "../store/service-state.ts";
import type { Selection, StoredSite } from "../store/sites.ts";
import type { Db, Store } from "../store/store.ts";
import type { ServiceGateway } from "./gateway.ts";
import { AreaSums } from "./area-sums.ts";
import { catchUp, getBatchEnd } from "./catch-up.ts";
import { closeQuarter, freezeQuarter, prune } from "./close-interval.ts";
import type { PlannedPartition } from "./partition-sums.ts";
import type { OutlookThreads } from "./sum-outlooks.ts";
import { createFinder, storeReports } from "./reports.ts";

/** Locations times missed quarter-hours that are processed; beyond that they are passed over. */
const MAX_MISSED = 500_000;

export interface ProcessorDeps {
  store: Pick<Store, "db" | "exclusively">;
  /** The name of this instance. */
  instance: string;
  fleet: Fleet;
  zone: string;
  gateway: ServiceGateway;
  threads: Pick<OutlookThreads, "sum">;
  /** Locations times missed quarter-hours that are processed; see `isPassedOver`. */
  maxMissed?: number;
  /** Called with a report that cannot be stored. */
  onRefused(error: unknown): void;
}

/**
 * Processes time for one partition of the locations, which this instance has the lease of.
 *
 *     quarter starts: train, forecast, freeze     minutes: measure
 *     quarter ends: observe the sky; once every partition has: record
 */
export class PartitionProcessor {
  private readonly selection: Selection;
  /** The transaction that closed the last quarter-hour of a partition here. */
  private readonly closed = new Map<number, { quarterMs: number; transaction: string }>();
  /** What partitions observed here of a quarter-hour that is not closed yet. */
  private readonly observations = new Map<number, Observation>();
  private readonly sky = new SkyParts();
  private readonly sums: AreaSums;
  /** The sums in progress of partitions, which use their models. */
  private readonly summing = new Map<number, Promise<void>>();

  constructor(private readonly deps: ProcessorDeps) {
    this.selection = { kind: "bidding_zone", id: deps.zone };
    this.sums = new AreaSums(deps, this.selection);
  }

  /** Processes a partition up to a minute, or until others must have observed the sky. */
  async process(
    db: Db,
    lease: Lease,
    { partition, planned }: PlannedPartition,
    untilMs: number,
  ): Promise<void> {
    const { fleet, gateway } = this.deps;
    const all = await readPartitions(db);
    const of: PartitionOf = { partition, partitions: all.length };
    const left = all[partition]!.recordedUntilMs;
    let fromMs = left ?? untilMs;
    if (left === null) await writePartition(db, partition, { recordedUntilMs: untilMs });
    let quarterMs = floorQuarter(fromMs);
    while (quarterMs <= untilMs) {
      if (fromMs === quarterMs && this.isPassedOver(quarterMs, untilMs)) {
        fromMs = quarterMs = floorQuarter(untilMs);
        await writePartition(db, partition, { recordedUntilMs: fromMs });
      }
      const changes = await readServiceState<string>(db, MEMBERS_CHANGED_KEY);
      const sites = await fleet.sitesOf(db, this.selection, of);
      await gateway.updateSites(of, sites, { token: lease.tokens.get(partition)!, nowMs: untilMs });
      const members = { ...of, sites, changes };
      const isBatch = of.partitions === 1 && !this.isPassedOver(quarterMs + QUARTER_MS, untilMs);
      const batchEndMs = isBatch ? getBatchEnd(quarterMs, untilMs, sites.length) : null;
      if (
        batchEndMs !== null &&
        (await catchUp(this.deps, db, members, { fromMs, toMs: batchEndMs }))
      ) {
        fromMs = quarterMs = batchEndMs;
        continue;
      }
      const isCurrent = quarterMs === floorQuarter(untilMs);
      const block = isCurrent && of.partitions > 1 ? members : null;
      const trained = await beginQuarter({ db, fleet }, members, quarterMs, block);
      if (isCurrent && trained) {
        const areCopied = await this.adopt(db, of, sites, quarterMs, trained);
        if (areCopied) fleet.memory.giveBack(trained.copies);
        const at = { quarterMs, changes, partitions: of.partitions };
        this.sum(at, { partition, planned }, sites, trained);
      }
      const endMs = Math.min(quarterMs + QUARTER_MS, untilMs);
      if (endMs > fromMs && !(await this.runUntil(db, members, { quarterMs, fromMs, endMs })))
        return;
      fromMs = Math.max(fromMs, endMs);
      quarterMs += QUARTER_MS;
    }
  }

  /** Sums the forecasts of zones and groups at a minute up to which partitions were processed, if they are due. */
  refreshSums(untilMs: number): Promise<void> {
    return this.sums.refresh(untilMs);
  }

  /**
   * Whether the missed quarter-hours from this one to the running one are passed over: a large fleet would
   * be caught up only after hours. Their devices reported nothing to this service, so the forecasts that
   * would have been made stay unknown. The quarter-hour in which it stopped is recorded, and reports
   * that arrive later are recorded as always.
   */
  private isPassedOver(quarterMs: number, untilMs: number): boolean {
    const { fleet, maxMissed = MAX_MISSED } = this.deps;
    const missed = (floorQuarter(untilMs) - quarterMs) / QUARTER_MS;
    return missed * fleet.size > maxMissed;
  }

  private async adopt(
    db: Db,
    { partition }: PartitionOf,
    sites: readonly StoredSite[],
    quarterMs: number,
    trained: TrainedQuarter,
  ): Promise<boolean> {
    const closed = this.closed.get(partition);
    const own = closed?.quarterMs === quarterMs - QUARTER_MS ? [closed.transaction] : [];
    const transactions = new Set([...trained.transactions, ...own]);
    const areInUse = this.summing.has(partition);
    return this.deps.fleet.adopt(db, sites, quarterMs, { ...trained, transactions }, areInUse);
  }

  private sum(
    at: SumsAt,
    planned: PlannedPartition,
    sites: readonly StoredSite[],
    { models }: TrainedQuarter,
  ): void {
    const { partition } = planned;
    const summed = this.sums.add(at, planned, sites, models).then(() => {
      if (this.summing.get(partition) === summed) this.summing.delete(partition);
    });
    this.summing.set(partition, summed);
  }

  /** @returns false when other partitions must observe the sky before this one can be recorded */
  private async runUntil(
    db: Db,
    of: PartitionMembers,
    { quarterMs, fromMs, endMs }: { quarterMs: number; fromMs: number; endMs: number },
  ): Promise<boolean> {
    const { gateway, onRefused } = this.deps;
    const { partition, partitions, sites } = of;
    const isObserved = (await readPartition(db, partition)).observedQuarterMs === quarterMs;
    if (!isObserved) {
      const find = createFinder(db, sites);
      const at = { find, nowMs: endMs, runningQuarterMs: quarterMs, onRefused };
      await gateway.collectSimulated(of, fromMs, endMs, (reports) => storeReports(db, reports, at));
    }
    if (endMs === quarterMs + QUARTER_MS) {
      if (partitions > 1) {
        if (!isObserved) this.observations.set(partition, await observe(db, of, sites, quarterMs));
        if (!(await readPartitions(db)).every((other) => hasObserved(other, quarterMs)))
          return false;
      }
      const transaction = await closeQuarter(db, of, quarterMs, {
        cached: this.deps.fleet,
        observation: this.observations.get(partition),
        sky: this.sky,
      });
      this.observations.delete(partition);
      this.closed.set(partition, { quarterMs, transaction });
      if (isMovedAfter(quarterMs, of)) await moveBlocks(db, of, endMs);
      if (partition === 0) await prune(db, quarterMs);
    } else await writePartition(db, partition, { recordedUntilMs: endMs });
    return true;
  }
}

/** Observes the sky over a partition in an ending quarter-hour. */
function observe(
  db: Db,
  of: PartitionOf,
  sites: readonly StoredSite[],
  quarterMs: number,
): Promise<Observation> {
  return db.transaction(async (tx) => {
    const observation = await observePartition(tx, sites, quarterMs, of);
    await writePartition(tx, of.partition, { observedQuarterMs: quarterMs });
    return observation;
  });
}

/**
 * Freezes the forecast of a quarter-hour of a partition once, from earlier data. A quarter-hour that
 * passed during downtime gets the forecast that would have been made.
 * @returns the training state of the sites at its start; null when it was frozen before
 */
async function beginQuarter(
  { db, fleet }: { db: Db; fleet: Fleet },
  { partition, sites }: PartitionMembers,
  quarterMs: number,
  block: PartitionMembers | null,
): Promise<TrainedQuarter | null> {
  if (hasFrozen(await readPartition(db, partition), quarterMs)) return null;
  const isSaved = !block || isSavedAt(quarterMs, block);
  const trained = await freezeQuarter({ db, models: fleet }, sites, quarterMs, { isSaved, block });
  await writePartition(db, partition, { frozenQuarterMs: quarterMs });
  return trained;
}
