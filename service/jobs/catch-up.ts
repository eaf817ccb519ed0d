import { floorQuarter, QUARTER_MS } from "../../lib/time/amsterdam.ts";
import type { CachedModels } from "../planning/forecast-training.ts";
import { closePartition } from "../planning/record-quarter.ts";
import { HeldTotals, lockTotals } from "../store/area-totals.ts";
import { HeldDays } from "../store/held-days.ts";
import { HeldReads, holdRows, withoutSavepoints, type HeldRows } from "../store/held-rows.ts";
import { HeldLive } from "../store/live-state.ts";
import { lockMinutes } from "../store/minute-measurements.ts";
import type { PartitionMembers } from "../store/partition-members.ts";
import { readPartition, writePartition } from "../store/partitions.ts";
import { HeldGains } from "../store/sky-observations.ts";
import type { Db } from "../store/store.ts";
import { freezeQuarter, prune } from "./close-interval.ts";
import type { ServiceGateway } from "./gateway.ts";
import { createFinder, isRefusal, recordReports } from "./reports.ts";

/** Missed quarter-hours in one transaction: simulated sites repeat the last three hours. */
const MAX_BATCH_QUARTERS = 8;
/** Locations times quarter-hours in one transaction, which new controls wait for. */
const LOCATION_QUARTERS = 2_000;

/** The end of the missed quarter-hours that one transaction processes; null for fewer than two. */
export function getBatchEnd(quarterMs: number, untilMs: number, sites: number): number | null {
  const affordable = Math.floor(LOCATION_QUARTERS / Math.max(1, sites));
  const missed = (floorQuarter(untilMs) - quarterMs) / QUARTER_MS;
  const quarters = Math.min(affordable, missed, MAX_BATCH_QUARTERS);
  return quarters < 2 ? null : quarterMs + quarters * QUARTER_MS;
}

interface CatchUpDeps {
  /** The models in memory. */
  fleet: CachedModels;
  gateway: Pick<ServiceGateway, "repeat">;
  /** Called with a report that cannot be stored. */
  onRefused(error: unknown): void;
}

/**
 * Processes whole missed quarter-hours of all locations in one transaction. Devices in the field
 * reported them to `exchange`; here only simulated sites report, which do so again after a
 * failure.
 * @returns false when a report cannot be stored; nothing is recorded then
 */
export async function catchUp(
  { fleet, gateway, onRefused }: CatchUpDeps,
  db: Db,
  members: PartitionMembers,
  { fromMs, toMs }: { fromMs: number; toMs: number },
): Promise<boolean> {
  const { sites, partition } = members;
  try {
    await db.transaction(async (savepoints) => {
      const tx = withoutSavepoints(savepoints);
      const find = createFinder(tx, sites);
      const { frozenQuarterMs } = await readPartition(tx, partition);
      await lockMinutes(tx, sites);
      await lockTotals(tx);
      await holdRows(tx, await readHeld(tx, members, fromMs, toMs), async () => {
        let last: CachedModels = fleet;
        for (let startMs = fromMs; startMs < toMs;) {
          const quarterMs = floorQuarter(startMs);
          const endMs = quarterMs + QUARTER_MS;
          const isSaved = endMs >= toMs;
          if (frozenQuarterMs === null || frozenQuarterMs < quarterMs)
            last = await freezeQuarter({ db: tx, models: last }, sites, quarterMs, { isSaved });
          const at = { find, nowMs: endMs, runningQuarterMs: quarterMs, onRefused };
          await gateway.repeat(members, startMs, endMs, (reports) =>
            recordReports(tx, reports, at),
          );
          await closePartition(tx, members, quarterMs, { cached: last });
          startMs = endMs;
        }
      });
      await prune(tx, toMs - QUARTER_MS);
      const reached = { recordedUntilMs: toMs, frozenQuarterMs: toMs - QUARTER_MS };
      await writePartition(tx, partition, reached);
    });
    return true;
  } catch (error) {
    if (isRefusal(error)) return false;
    throw error;
  }
}

/** What a transaction of many quarter-hours reads and writes once. */
async function readHeld(
  tx: Db,
  members: PartitionMembers,
  fromMs: number,
  toMs: number,
): Promise<HeldRows[]> {
  const ids = members.sites.map(({ locationId }) => locationId);
  const days = await HeldDays.read(tx, members, fromMs, toMs);
  const live = await HeldLive.read(tx, ids);
  const rows = [new HeldReads(), new HeldTotals(), live, await HeldGains.read(tx, ids)];
  return days ? [days, ...rows] : rows;
}
