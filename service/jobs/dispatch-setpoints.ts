import { floorMinute, floorQuarter } from "../../lib/time/amsterdam.ts";
import type { Fleet } from "../planning/fleet.ts";
import type { Gateway, Setpoint } from "../gateway/gateway.ts";
import { REVERT_MS, SILENCE, validUntil } from "../planning/live-state.ts";
import {
  everywhere,
  expireDeliveries,
  markReleased,
  markSent,
  releasesDue,
  setpointsAt,
  type DueSetpoint,
  type IdRange,
} from "../store/outbox.ts";
import {
  exclusionReleasesDue,
  markExclusionsReleased,
  readExclusionStarts,
  toKey,
} from "../store/exclusions.ts";
import { readReserves } from "../store/preferences.ts";
import { undisputed, type Lease } from "../store/leases.ts";
import { writePartition, type SomePartitions } from "../store/partitions.ts";
import type { Db } from "../store/store.ts";
import { storeReports } from "./reports.ts";

interface DispatchOptions {
  of?: SomePartitions;
  /** The partitions whose setpoints in force are renewed. */
  renewed?: readonly number[];
  lease?: Lease;
  /** Ids of locations, ascending, at which the setpoints are divided that are read at once. */
  bounds?: readonly string[];
}

/**
 * Dispatches due setpoints of some partitions: every setpoint in force where they are renewed, which
 * happens once a minute and when a service starts, because it may have missed acknowledgements; else
 * new ones only. After an interruption the same setpoints are sent again, which changes nothing
 * at a device. Only the instance with the lease dispatches. Setpoints are sent while the next ones
 * are read, and recorded afterwards.
 *
 *     outbox: waiting ──► sent ──► answered
 *                 │         └────► unknown ──► failed      (a late answer still counts)
 *                 └──────────────► lapsed                  (over before its sending was recorded)
 *     lapsed  ──► sent, answered                           (recorded or answered afterwards)
 */
export async function dispatchDue(
  db: Db,
  gateway: Gateway,
  nowMs: number,
  { of = everywhere, renewed = of.some, lease = undisputed, bounds = [] }: DispatchOptions = {},
): Promise<void> {
  const minuteMs = floorMinute(nowMs);
  const send = async (setpoints: readonly Setpoint[]) => {
    await lease.confirm();
    return gateway.dispatch(setpoints, nowMs, () => lease.isCurrent());
  };
  const read = (range: IdRange) => setpointsAt(db, minuteMs, { of, renewed, range });
  await sendAndRecord(
    db,
    send,
    toRanges(bounds).map((range) => () => read(range)),
    { nowMs, of },
  );
  if (renewed.length > 0) await writePartition(db, renewed, { renewedMinuteMs: minuteMs });
  await release(db, send, nowMs, of);
}

/**
 * Stores the acknowledgements and measurements of devices, and times out unacknowledged setpoints.
 * Each instance does this for the reports it received.
 */
export async function collectReports(
  db: Db,
  gateway: Gateway,
  nowMs: number,
  { fleet, onRefused }: { fleet: Fleet; onRefused(error: unknown): void },
): Promise<void> {
  const minuteMs = floorMinute(nowMs);
  const find = (ids: ReadonlySet<string>) => fleet.sites(db, { kind: "locations", ids: [...ids] });
  const at = { find, nowMs, onRefused, runningQuarterMs: floorQuarter(nowMs) };
  await gateway.collect(minuteMs, minuteMs, (reports) => storeReports(db, reports, at));
  await expireDeliveries(db, nowMs, SILENCE);
}

/** Setpoints sent under one confirmation of the lease. */
const PORTION = 5_000;
/** How long setpoints are sent before their dispatch is recorded, which slows the next ones. */
const RECORD_AFTER_MS = 10_000;

type Send = (setpoints: readonly Setpoint[]) => Promise<ReadonlySet<string>>;

/** The ranges of ids between bounds: every id is in one of them, in whatever order the bounds are. */
const toRanges = (bounds: readonly string[]): IdRange[] =>
  [null, ...bounds].map((after, i) => ({ after, until: bounds[i] ?? null }));

/** Makes setpoints with the reserves of batteries; valid at most until an exclusion begins. */
async function setpointMaker(
  db: Db,
  { minuteMs, of }: { minuteMs: number; of: SomePartitions },
): Promise<(due: DueSetpoint) => Setpoint> {
  const reserves = await readReserves(db, of);
  const starts = await readExclusionStarts(db, minuteMs, minuteMs + REVERT_MS);
  return (one) => {
    const { locationId, controlId, type, limitKw, stopMs } = one;
    const untilMs = starts.size > 0 ? (starts.get(toKey(one)) ?? stopMs) : stopMs;
    const batteryReserve = reserves.get(locationId);
    return {
      locationId,
      controlId,
      type,
      limitKw,
      validUntilMs: validUntil(minuteMs, Math.min(stopMs, untilMs)),
      ...(batteryReserve && { batteryReserve }),
    };
  };
}

type ReadSetpoints = () => Promise<DueSetpoint[]>;

async function sendAndRecord(
  db: Db,
  send: Send,
  reads: readonly ReadSetpoints[],
  { nowMs, of }: { nowMs: number; of: SomePartitions },
) {
  let sent: DueSetpoint[] = [];
  let recording: Promise<void> = Promise.resolve();
  let recordedAt = performance.now();
  const record = () => {
    const part = sent;
    sent = [];
    recordedAt = performance.now();
    recording = recording.then(() => markSent(db, part, nowMs));
    // Awaited below; the setpoints of later portions do not wait for it.
    recording.catch(() => undefined);
  };
  let toSetpoint: ((due: DueSetpoint) => Setpoint) | undefined;
  let sending: Promise<void> = Promise.resolve();
  const sendPortion = async (portion: readonly DueSetpoint[]) => {
    const taken = await send(portion.map(toSetpoint!));
    for (const one of portion)
      if (one.state === "waiting" && taken.has(one.locationId)) sent.push(one);
    if (performance.now() - recordedAt > RECORD_AFTER_MS) record();
  };
  try {
    let reading = reads[0]!();
    for (let next = 1; next <= reads.length; next++) {
      const due = await reading;
      if (due.length > 0)
        toSetpoint ??= await setpointMaker(db, { minuteMs: floorMinute(nowMs), of });
      reading = reads[next]?.() ?? Promise.resolve([]);
      // Awaited above, unless sending fails.
      reading.catch(() => undefined);
      for (let from = 0; from < due.length; from += PORTION) {
        const previous = sending;
        sending = sendPortion(due.slice(from, from + PORTION));
        // Awaited below, unless the previous portion fails.
        sending.catch(() => undefined);
        await previous;
      }
    }
    await sending;
  } finally {
    await sending.catch(() => undefined);
    record();
    await recording;
  }
}

/**
 * Releases controls that ended early, or from which preferences exclude a location, at devices that
 * may still hold them and follow no other.
 */
async function release(db: Db, send: Send, nowMs: number, of: SomePartitions): Promise<void> {
  const minuteMs = floorMinute(nowMs);
  const held = { heldForMs: REVERT_MS, of };
  const ended = await releasesDue(db, minuteMs, held);
  const excluded = await exclusionReleasesDue(db, minuteMs, held);
  const due = [...ended, ...excluded];
  if (due.length === 0) return;
  const inForce = await setpointsAt(db, minuteMs, { of });
  const following = new Set(inForce.map((row) => row.locationId));
  const free = due.filter(({ locationId }) => !following.has(locationId));
  const taken = await send(
    free.map(({ locationId, controlId }) => ({
      locationId,
      controlId,
      type: "RELEASE" as const,
      limitKw: null,
      validUntilMs: minuteMs + REVERT_MS,
    })),
  );
  const isDone = ({ locationId }: { locationId: string }) =>
    following.has(locationId) || taken.has(locationId);
  await markReleased(db, ended.filter(isDone), nowMs);
  await markExclusionsReleased(db, excluded.filter(isDone), nowMs);
}
