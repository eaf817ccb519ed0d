import { randomUUID } from "node:crypto";
import { DAY_MS, HOUR_MS } from "../../lib/time/amsterdam.ts";
import { lockAcceptance } from "../store/acceptance-locks.ts";
import { recordCall, type CallRow } from "../store/api-calls.ts";
import { lockCustomer } from "../store/customers.ts";
import { readPauseSubject, savePause, type PauseSubject } from "../store/location-pauses.ts";
import type { Db } from "../store/store.ts";
import { reviewExclusions } from "./exclusions.ts";

/** What a switch at a location reports: until when no controls are wanted; null: they are again. */
interface Pause {
  locationId: string;
  untilMs: number | null;
}

/** The longest pause, as at the bridge. */
const MAX_PAUSE_MS = 7 * DAY_MS;
/** How far a clock at a site may be ahead. */
const TOLERANCE_MS = HOUR_MS;

/** Refusals that are in the audit trail: a retained message is received with each connection. */
const refused = new Map<string, number>();
const MAX_REMEMBERED = 10_000;

/**
 * Records until when a customer wants no controls at a location, as its gateway reports it: an opt-out
 * that ends by itself, in force from the next minute on. The same again changes nothing. It is refused
 * where the group does not allow to opt out, and beyond a week.
 */
export async function applyPause(db: Db, pause: Pause, nowMs: number): Promise<void> {
  const untilMs = pause.untilMs !== null && pause.untilMs > nowMs ? pause.untilMs : null;
  const found = await readPauseSubject(db, pause.locationId);
  if (!found || isCurrent(found, untilMs, nowMs)) return;
  const status = getStatus(found, untilMs, nowMs);
  if (status !== 200) {
    if (refused.get(pause.locationId) === untilMs) return;
    if (refused.size >= MAX_REMEMBERED) refused.clear();
    refused.set(pause.locationId, untilMs!);
    return record(db, pause.locationId, found, { untilMs, status, nowMs });
  }
  refused.delete(pause.locationId);
  await db.transaction(async (tx) => {
    const { customerId, biddingZone: zone } = found;
    const groupId = await lockCustomer(tx, customerId);
    await lockAcceptance(tx, { zone, groupId: groupId ?? customerId });
    const current = await readPauseSubject(tx, pause.locationId);
    if (!current || isCurrent(current, untilMs, nowMs)) return;
    await savePause(tx, pause.locationId, untilMs);
    await reviewExclusions(tx, [pause.locationId], nowMs);
    await record(tx, pause.locationId, found, { untilMs, status, nowMs });
  });
}

const isCurrent = ({ pausedUntilMs }: PauseSubject, untilMs: number | null, nowMs: number) =>
  untilMs === (pausedUntilMs !== null && pausedUntilMs > nowMs ? pausedUntilMs : null);

/** 200, or as the API refuses: 409 where the group does not allow it, 422 beyond the longest pause. */
function getStatus({ isAllowed }: PauseSubject, untilMs: number | null, nowMs: number): number {
  if (untilMs === null) return 200;
  if (!isAllowed) return 409;
  return untilMs > nowMs + MAX_PAUSE_MS + TOLERANCE_MS ? 422 : 200;
}

/** Records a pause in the audit trail, with the location as its caller. */
async function record(
  db: Db,
  locationId: string,
  { customerId }: PauseSubject,
  { untilMs, status, nowMs }: { untilMs: number | null; status: number; nowMs: number },
): Promise<void> {
  const until = untilMs === null ? "none" : new Date(untilMs).toISOString();
  const call: CallRow = {
    at: new Date(nowMs),
    caller: `location:${locationId}`,
    kind: "intent",
    operation: "updateCustomerPreferences",
    target: `customer_id=${customerId} location_id=${locationId} paused_until=${until}`,
    requestId: randomUUID(),
  };
  const intentId = await recordCall(db, call);
  await recordCall(db, { ...call, kind: "outcome", status, intentId });
}
