import type {
  ControlDetail,
  ControlOrder,
  ControlPreview,
  ControlTarget,
  ValueRevision,
} from "../../lib/contract/index.ts";
import { computeSureDeltas } from "../planning/control-certainty.ts";
import { computeControl, withPlans } from "../planning/control.ts";
import { toWindow } from "../planning/record-control.ts";
import { previewValue } from "../planning/value-preview.ts";
import { lockStopping } from "../store/acceptance-locks.ts";
import { listOverlapping, readControlRow, toTarget } from "../store/control-list.ts";
import { getGroup } from "../store/groups.ts";
import type { KeyRestrictions } from "../store/key-restrictions.ts";
import type { Db } from "../store/store.ts";
import { getAcceptanceScope, getApprovalReasons } from "./admission-checks.ts";
import { ControlQueue } from "./control-queue.ts";
import { controlDecisions, requestControl } from "./control-requests.ts";
import { readDetail } from "./controls.ts";
import type { PlanningDeps } from "./deps.ts";
import type { Change, MutationResult } from "./idempotency.ts";
import { issueControl, validateDraft } from "./issue-control.ts";
import { parseBiddingZone, unknown } from "./problems.ts";
import type { Handlers } from "./register-operations.ts";
import { stopControl } from "./stop-control.ts";

const zoneTarget = (id: string): ControlTarget => {
  const zone = parseBiddingZone(id);
  return { kind: "bidding_zone", id: zone, name: zone };
};

async function groupTarget(db: Db, id: string): Promise<ControlTarget> {
  const group = await getGroup(db, id);
  if (!group) throw unknown("group");
  return { kind: "group", id, name: group.name };
}

async function preview(
  deps: PlanningDeps,
  target: ControlTarget,
  order: ControlOrder,
  reach: KeyRestrictions | null,
): Promise<ControlPreview> {
  const nowMs = deps.now();
  const draft = validateDraft(deps, target, order, nowMs);
  const { outcome, sure } = await withPlans(deps.db, deps.fleet, draft, nowMs, async (plans) => {
    const computed = await computeControl(deps.db, plans, draft, nowMs);
    return { outcome: computed, sure: computeSureDeltas(plans, draft, computed, nowMs) };
  });
  return {
    ...toWindow(draft),
    type: draft.type,
    results: outcome.results,
    sure,
    rebound: outcome.rebound,
    rebound_kwh: outcome.reboundKwh,
    locations: outcome.locations,
    devices: outcome.devices,
    unsupported: outcome.unsupported,
    excluded: outcome.excluded,
    no_recent_data: outcome.noRecentData,
    overlapping: outcome.overlapping.length,
    overlaps: await listOverlapping(deps.db, outcome.overlapping, reach),
    approval: await getApprovalReasons(deps, deps.db, target, outcome.results),
  };
}

function previewWorth(
  deps: PlanningDeps,
  target: ControlTarget,
  order: ControlOrder,
): Promise<ValueRevision> {
  const nowMs = deps.now();
  const draft = validateDraft(deps, target, order, nowMs);
  return previewValue(deps.db, deps.fleet, draft, nowMs);
}

/** Operations that plan controls. */
export const plannedControls = (
  deps: PlanningDeps,
): Handlers<
  | "controlBiddingZone"
  | "controlGroup"
  | "previewBiddingZoneControl"
  | "previewGroupControl"
  | "previewBiddingZoneControlValue"
  | "previewGroupControlValue"
  | "requestBiddingZoneControl"
  | "requestGroupControl"
  | "approveControlRequest"
  | "rejectControlRequest"
  | "cancelControl"
> => {
  const queue = new ControlQueue();
  return {
    controlBiddingZone: async ({ params, body: order, ...input }) =>
      issueControl(deps, queue, zoneTarget(params.bidding_zone_id), { order, ...input }),

    controlGroup: async ({ params, body: order, ...input }) =>
      issueControl(deps, queue, await groupTarget(deps.db, params.group_id), { order, ...input }),

    requestBiddingZoneControl: async ({ params, body: order, ...input }) =>
      requestControl(deps, queue, zoneTarget(params.bidding_zone_id), { order, ...input }),

    requestGroupControl: async ({ params, body: order, ...input }) =>
      requestControl(deps, queue, await groupTarget(deps.db, params.group_id), { order, ...input }),

    ...controlDecisions(deps, queue),

    previewBiddingZoneControl: async ({ params, body, reach }) =>
      preview(deps, zoneTarget(params.bidding_zone_id), body, reach),

    previewGroupControl: async ({ params, body, reach }) =>
      preview(deps, await groupTarget(deps.db, params.group_id), body, reach),

    previewBiddingZoneControlValue: async ({ params, body }) =>
      previewWorth(deps, zoneTarget(params.bidding_zone_id), body),

    previewGroupControlValue: async ({ params, body }) =>
      previewWorth(deps, await groupTarget(deps.db, params.group_id), body),

    cancelControl: ({ params, ...input }) => cancel(deps, queue, params.control_id, input),
  };
};

/**
 * Cancels a control from the next full minute on, or before it starts. A control that was cancelled
 * before is returned unchanged. The change it no longer makes is removed from the plan and
 * recorded.
 */
async function cancel(
  deps: PlanningDeps,
  queue: ControlQueue,
  id: string,
  { change, reach }: { change: Change<ControlDetail>; reach: KeyRestrictions | null },
): Promise<MutationResult<ControlDetail>> {
  const found = await readControlRow(deps.db, id);
  if (!found) throw unknown("control");
  const scope = await getAcceptanceScope(deps, deps.db, toTarget(found));
  const endTurn = await queue.enterFirst(scope);
  try {
    const cancelled = await change(async (tx) => {
      await lockStopping(tx, scope, id);
      const nowMs = deps.now();
      await stopControl(tx, deps.fleet, id, nowMs);
      return (await readDetail(tx, id, nowMs, reach))!;
    });
    deps.requestDispatch();
    return cancelled;
  } finally {
    endTurn();
  }
}
