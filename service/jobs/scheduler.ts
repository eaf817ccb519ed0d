import { floorMinute, floorQuarter, MINUTE_MS } from "../../lib/time/amsterdam.ts";
import { noteInstance } from "../store/instances.ts";
import type { Lease } from "../store/leases.ts";
import {
  divideLocations,
  hasFrozen,
  hasObserved,
  readPartitions,
  toNumbers,
  writePartition,
  type Partition,
} from "../store/partitions.ts";
import type { Db } from "../store/store.ts";
import { PartitionProcessor, type ProcessorDeps } from "./process-partition.ts";

interface TickerDeps extends ProcessorDeps {
  /** A partition with more locations is divided. */
  partitionLocations: number;
}

/**
 * Processes time from the last processed minute on: stores measurements, makes and freezes the
 * forecast of each quarter-hour, and records what was measured. After an interruption the next call
 * resumes. Setpoints are sent by `exchange`: none are sent for minutes that passed during downtime,
 * after which devices have reverted by themselves. Each partition of the locations is processed by
 * the instance that has its lease; any number of instances share them.
 */
export class Ticker {
  private readonly processor: PartitionProcessor;

  constructor(private readonly deps: TickerDeps) {
    this.processor = new PartitionProcessor(deps);
  }

  /**
   * Processes time up to `nowMs`: this instance's partitions, and those that others leave.
   * @returns false when partitions are left that other instances process
   */
  async tick(nowMs: number): Promise<boolean> {
    const { store, fleet, instance, partitionLocations } = this.deps;
    const untilMs = floorMinute(nowMs);
    let all = await readPartitions(store.db);
    if (fleet.size / all.length > partitionLocations) {
      await divideLocations(store.db, fleet.size, partitionLocations);
      all = await readPartitions(store.db);
    }
    const instances = await noteInstance(store.db, instance);
    const share = Math.ceil(all.length / instances);
    await this.leaveSurplus(all, share);
    // Plans of several instances must not overlap, so they have nothing that is only about to be taken.
    const isPlanned = (one: Partition) =>
      (one.owner === instance || instances === 1) && !hasFrozen(one, floorQuarter(untilMs));
    try {
      for (;;) {
        const due = this.take(
          all.filter((one) => isDue(one, all, untilMs)),
          all,
          { share, nowMs },
        );
        if (!(await this.processAll(due, toNumbers(all.filter(isPlanned)), untilMs))) break;
        all = await readPartitions(store.db);
      }
    } catch (error) {
      // A failure of the sums as well is reported by the next tick.
      await this.processor.refreshSums(untilMs).catch(() => undefined);
      throw error;
    }
    await this.processor.refreshSums(untilMs);
    return all.every((one) => isProcessed(one, untilMs));
  }

  /** The due partitions that this instance processes: its own, late ones, and a share of the rest. */
  private take(
    due: readonly Partition[],
    all: readonly Partition[],
    { share, nowMs }: { share: number; nowMs: number },
  ): Partition[] {
    const { instance } = this.deps;
    let lacking = share - all.filter(({ owner }) => owner === instance).length;
    return due.filter(
      ({ owner, recordedUntilMs }) =>
        owner === instance ||
        isOverdue(recordedUntilMs, nowMs) ||
        (owner === null && lacking-- > 0),
    );
  }

  /** Leaves the partitions beyond this instance's share to others. */
  private async leaveSurplus(all: readonly Partition[], share: number): Promise<void> {
    const { store, instance } = this.deps;
    for (const one of all.filter(({ owner }) => owner === instance).slice(share)) {
      await writePartition(store.db, one.partition, { owner: null });
      one.owner = null;
    }
  }

  /**
   * @param planned the partitions of this instance that are not trained yet
   * @returns whether any of these partitions was processed further
   */
  private async processAll(
    due: readonly Partition[],
    planned: ReadonlySet<number>,
    untilMs: number,
  ): Promise<boolean> {
    const { store, instance } = this.deps;
    const failures: unknown[] = [];
    let isAny = false;
    const left = [...due];
    const processNext = async (): Promise<void> => {
      const next = left.shift();
      if (!next) return;
      const { partition, owner } = next;
      const job = async (db: Db, lease: Lease) => {
        if (owner !== instance) await writePartition(db, partition, { owner: instance });
        await this.processor.process(db, lease, { partition, planned }, untilMs);
      };
      const ran = await store.exclusively("tick", job, [partition]).catch((error: unknown) => {
        failures.push(error);
        return false;
      });
      isAny ||= ran;
      await processNext();
    };
    await Promise.all(Array.from({ length: PARTITIONS_AT_ONCE }, processNext));
    if (failures.length > 0) throw failures[0];
    return isAny;
  }
}

/** While the database works on one partition, this instance computes another. */
const PARTITIONS_AT_ONCE = 2;

/** How long the owner of a partition has for a minute, before any instance takes it. */
const GRACE_MS = 5_000;

/** Whether the owner of a partition is late with the minute after this one. */
export const isOverdue = (minuteMs: number | null, nowMs: number): boolean =>
  minuteMs === null || nowMs >= minuteMs + MINUTE_MS + GRACE_MS;

/** Whether time up to a minute has been processed. */
const isProcessed = (one: Partition, untilMs: number): boolean =>
  one.recordedUntilMs !== null &&
  one.recordedUntilMs >= untilMs &&
  hasFrozen(one, floorQuarter(untilMs));

/** Whether a partition can be processed further, without waiting for others. */
function isDue(one: Partition, all: readonly Partition[], untilMs: number): boolean {
  const { recordedUntilMs, observedQuarterMs } = one;
  if (isProcessed(one, untilMs)) return false;
  const isObserved =
    observedQuarterMs !== null &&
    recordedUntilMs !== null &&
    observedQuarterMs === floorQuarter(recordedUntilMs);
  return !isObserved || all.every((other) => hasObserved(other, observedQuarterMs));
}
