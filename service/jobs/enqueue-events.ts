import type { Logger } from "pino";
import { FRESH_MS } from "../../lib/contract/location-status.ts";
import { ceilQuarter, DAY_MS, MINUTE_MS } from "../../lib/time/amsterdam.ts";
import { enqueueControlEvents, type ControlEventType } from "../planning/control-events.ts";
import { listDueMilestones, lockMilestone, setMilestone } from "../store/control-milestones.ts";
import { earliest, readPartitions } from "../store/partitions.ts";
import {
  readReachability,
  readWatched,
  updateReachability,
  writeWatched,
} from "../store/reachability.ts";
import type { ControlMilestone } from "../store/schema-webhooks.ts";
import type { Db, Store } from "../store/store.ts";
import { deleteDeliveriesBefore } from "../store/webhook-deliveries.ts";
import { enqueueEvents, isSubscribed, type NewEvent } from "../store/webhook-queue.ts";

interface Options {
  store: Pick<Store, "exclusively">;
  log: Pick<Logger, "error" | "warn">;
}

/** Deliveries are kept this long, whatever became of them. */
const RETENTION_MS = 30 * DAY_MS;
/** Locations in one transaction. */
const CHUNK = 1_000;

/**
 * Enqueues each minute, at one instance at a time, the events that time brings: controls that start,
 * end and are measured, and locations that stop reporting.
 */
export class EventClock {
  private deletedUntilMs = 0;

  constructor(private readonly options: Options) {}

  /** Called each minute. Never throws: the next minute tries again. */
  async run(nowMs: number): Promise<void> {
    const { store, log } = this.options;
    try {
      await store.exclusively("events", async (db) => {
        await this.advanceControls(db, nowMs);
        await watchReachability(db, nowMs);
        if (nowMs < this.deletedUntilMs + DAY_MS) return;
        await deleteDeliveriesBefore(db, nowMs - RETENTION_MS);
        this.deletedUntilMs = nowMs;
      });
    } catch (error) {
      log.warn({ err: error }, "Failed to enqueue events");
    }
  }

  private async advanceControls(db: Db, nowMs: number): Promise<void> {
    const recordedUntilMs = earliest(await readPartitions(db), "recordedUntilMs");
    for (const id of await listDueMilestones(db, nowMs, recordedUntilMs))
      await db
        .transaction((tx) => advanceControl(tx, id, nowMs, recordedUntilMs))
        .catch((error: unknown) =>
          this.options.log.error({ controlId: id, err: error }, "Failed to enqueue its events"),
        );
  }
}

const after: Record<ControlMilestone, ControlMilestone | null> = {
  started: "ended",
  ended: "delivered",
  delivered: null,
};

/** Enqueues the due events of a control. */
async function advanceControl(
  tx: Db,
  id: string,
  nowMs: number,
  recordedUntilMs: number | null,
): Promise<void> {
  const milestone = await lockMilestone(tx, id);
  if (!milestone) return;
  const { timeFrom, stopAt } = milestone;
  const dueMs: Record<ControlMilestone, boolean> = {
    started: timeFrom.getTime() <= nowMs,
    ended: stopAt.getTime() <= nowMs,
    delivered: recordedUntilMs !== null && ceilQuarter(stopAt.getTime()) <= recordedUntilMs,
  };
  const types: ControlEventType[] = [];
  let next: ControlMilestone | null = milestone.next;
  for (; next !== null && dueMs[next]; next = after[next]) types.push(`curtail.control.${next}`);
  await setMilestone(tx, id, next);
  await enqueueControlEvents(tx, id, types, nowMs);
}

/**
 * Enqueues which locations stopped reporting, and which report again. After an interruption of the
 * service nobody could report: locations have the usual time before they count as unreachable.
 */
async function watchReachability(db: Db, nowMs: number): Promise<void> {
  const before = await readWatched(db);
  const isNew = before === null || nowMs > before.untilMs + 3 * MINUTE_MS;
  const sinceMs = isNew ? nowMs : before.sinceMs;
  await db.transaction(async (tx) => {
    await writeWatched(tx, { sinceMs, untilMs: nowMs });
    if (nowMs - sinceMs < FRESH_MS) return;
    const { lost, returned } = await updateReachability(tx, nowMs);
    await enqueueLocations(tx, "curtail.device.reachable", returned, nowMs);
    await enqueueLocations(tx, "curtail.device.unreachable", lost, nowMs);
  });
}

async function enqueueLocations(
  tx: Db,
  type: "curtail.device.reachable" | "curtail.device.unreachable",
  ids: readonly string[],
  nowMs: number,
): Promise<void> {
  if (ids.length === 0 || !(await isSubscribed(tx, [type]))) return;
  for (let from = 0; from < ids.length; from += CHUNK) {
    const read = await readReachability(tx, ids.slice(from, from + CHUNK));
    const events = read.map((data): NewEvent => ({
      type,
      timeMs: nowMs,
      subject: data.location_id,
      zone: data.bidding_zone,
      groupId: data.group_id,
      data,
    }));
    await enqueueEvents(tx, events, nowMs);
  }
}
