import type { Control, ControlReason, ControlShift } from "../../lib/contract/index.ts";
import { floorMinute, getIspParts, MINUTE_MS } from "../../lib/time/amsterdam.ts";
import {
  insertControl,
  insertEffects,
  locationsOfControl,
  markSuperseded,
  reviewSuperseded,
  stopControl,
  type LocationEffects,
} from "../store/controls.ts";
import { insertRestatements } from "../store/restatements.ts";
import { lockMilestone, setMilestone } from "../store/control-milestones.ts";
import { token } from "../store/ids.ts";
import type { Requester } from "../store/service-state.ts";
import type { Db } from "../store/store.ts";
import { energyKwh, toShifts } from "../engine/control.ts";
import type { Fleet } from "./fleet.ts";
import { enqueueControlEvents, type ControlEventType } from "./control-events.ts";
import { computeCancel, planControl, type Draft, type Outcome } from "./control.ts";
import { readInjectionWithout } from "./zone-injection.ts";

/** The window of a draft in the contract's form. */
export const toWindow = (draft: Draft) => ({
  time_from: new Date(draft.fromMs).toISOString(),
  time_to: new Date(draft.toMs).toISOString(),
});

/** A new control whose effects are stored under its id. */
type NewControl = Outcome & { id: string };

/**
 * Plans a new control and stores its effect at each location. Call `recordControl` later in the same
 * transaction, or roll that back.
 */
export async function planNewControl(
  tx: Db,
  fleet: Fleet,
  draft: Draft,
  nowMs: number,
): Promise<NewControl> {
  const id = `ctrl_${token(nowMs)}`;
  const save = (effects: LocationEffects) => insertEffects(tx, id, effects);
  return { id, ...(await planControl(tx, fleet, draft, nowMs, save)) };
}

/**
 * Records a planned control. Call it in the transaction that planned it, under the acceptance lock, and
 * `placeInOrder` at the end of that.
 */
export async function recordControl(
  tx: Db,
  draft: Draft,
  outcome: NewControl,
  { reason, issuedBy }: { reason: ControlReason | null; issuedBy: Requester | null },
  nowMs: number,
): Promise<Control> {
  const control: Control = {
    id: outcome.id,
    created_at: new Date(nowMs).toISOString(),
    ...toWindow(draft),
    type: draft.type,
    results: outcome.results,
  };
  const reach = {
    target: draft.target,
    reason,
    issuedBy,
    locations: outcome.locations,
    devices: outcome.devices,
    unsupported: outcome.unsupported,
    unsupportedDevices: outcome.unsupportedDevices,
    excluded: outcome.excluded,
    energyKwh: outcome.energyKwh,
    rebound: outcome.rebound,
    reboundKwh: outcome.reboundKwh,
    zoneInjectionKwh: await readInjectionWithout(tx, draft),
  };
  await insertControl(tx, { ...control, ...reach });
  await markSuperseded(tx, outcome.overlapping);
  const cause = { causeId: control.id, cancelled: false, time: new Date(nowMs) };
  await insertRestatements(tx, cause, outcome.restatements);
  await enqueueAcceptance(tx, control.id, draft.fromMs <= nowMs, nowMs);
  return control;
}

/** A control that may be cancelled, with its current state. */
interface Stoppable {
  id: string;
  timeFrom: Date;
  stopAt: Date;
  rebound: ControlShift[];
}

/**
 * Stops a control from the next full minute on, or before it starts, and records the reversed
 * change. Call it in a transaction that holds the acceptance lock.
 * @returns false when it has ended, or ends with this minute
 */
export async function cancelControl(
  tx: Db,
  fleet: Fleet,
  row: Stoppable,
  nowMs: number,
): Promise<boolean> {
  const fromMs = Math.max(row.timeFrom.getTime(), floorMinute(nowMs) + MINUTE_MS);
  const window = { fromMs, toMs: row.stopAt.getTime() };
  if (window.fromMs >= window.toMs) return false;
  const ids = await locationsOfControl(tx, row.id);
  const cancelled = await computeCancel(tx, fleet, row.id, ids, window, nowMs);
  const rebound = addShifts(row.rebound, cancelled.rebound);
  await stopControl(tx, row.id, {
    cancelledAt: new Date(nowMs),
    stopAt: new Date(window.fromMs),
    cancelledEffect: cancelled.results,
    rebound,
    reboundKwh: energyKwh(rebound),
  });
  const cause = { causeId: row.id, cancelled: true, time: new Date(nowMs) };
  await insertRestatements(tx, cause, cancelled.restatements);
  await reviewSuperseded(tx, row.id);
  await enqueueCancellation(tx, row.id, window.fromMs > row.timeFrom.getTime(), nowMs);
  return true;
}

async function enqueueAcceptance(tx: Db, id: string, hasStarted: boolean, nowMs: number) {
  await setMilestone(tx, id, hasStarted ? "ended" : "started");
  const started: ControlEventType[] = hasStarted ? ["curtail.control.started"] : [];
  await enqueueControlEvents(tx, id, ["curtail.control.accepted", ...started], nowMs);
}

/** A control that was cancelled before it started neither starts nor ends. */
async function enqueueCancellation(tx: Db, id: string, hasStarted: boolean, nowMs: number) {
  const milestone = await lockMilestone(tx, id);
  const isUnannounced = hasStarted && milestone?.next === "started";
  if (isUnannounced) await setMilestone(tx, id, "ended");
  if (!hasStarted) await setMilestone(tx, id, null);
  const started: ControlEventType[] = isUnannounced ? ["curtail.control.started"] : [];
  await enqueueControlEvents(tx, id, [...started, "curtail.control.cancelled"], nowMs);
}

/** Sums changes of the same quarter-hours. */
function addShifts(...lists: readonly ControlShift[][]): ControlShift[] {
  const kw = new Map<number, number>();
  const all = lists.flat().map(({ time_from, time_to, delta }) => {
    const [fromMs, toMs] = [Date.parse(time_from), Date.parse(time_to)];
    kw.set(fromMs, (kw.get(fromMs) ?? 0) + delta);
    return { fromMs, toMs };
  });
  if (all.length === 0) return [];
  const firstMs = Math.min(...all.map(({ fromMs }) => fromMs));
  const lastMs = Math.max(...all.map(({ toMs }) => toMs));
  const parts = getIspParts(firstMs, lastMs);
  return toShifts(
    parts,
    parts.map(({ fromMs }) => kw.get(fromMs) ?? 0),
  );
}
