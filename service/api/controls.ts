import type {
  ControlDetail,
  ControlOrder,
  ControlPreview,
  ControlTarget,
  ControlPause,
  ValueRevision,
} from "../../lib/contract/index.ts";
import { computeSureDeltas } from "../planning/control-certainty.ts";
import { readExcludedEffect, readExcludedPlan } from "../planning/later-exclusions.ts";
import { withProgress } from "../planning/control-progress.ts";
import { computeControl, withPlans } from "../planning/control.ts";
import { previewValue } from "../planning/value-preview.ts";
import { toWindow } from "../planning/record-control.ts";
import { readDelivery, silenceBounds, toLocationDelivery } from "../planning/delivery-report.ts";
import {
  getControl,
  listControls,
  listControlSummaries,
  listOverlapping,
  readControlRow,
  toTarget,
} from "../store/control-list.ts";
import { listDeliveries } from "../store/deliveries.ts";
import { getGroup } from "../store/groups.ts";
import { issueControl, validateDraft } from "./issue-control.ts";
import { stopControl } from "./stop-control.ts";
import { getAcceptanceScope, getApprovalReasons, getRequester } from "./admission-checks.ts";
import { ControlQueue } from "./control-queue.ts";
import { parseBiddingZone, invalid, unknown } from "./problems.ts";
import { controlRequests, requestControl } from "./control-requests.ts";
import { PagedResult, type Handlers } from "./register-operations.ts";
import { lockAcceptance, lockAllAcceptance } from "../store/acceptance-locks.ts";
import type { KeyRestrictions } from "../store/key-restrictions.ts";
import type { Db } from "../store/store.ts";
import type { Change, MutationResult } from "./idempotency.ts";
import type { Deps } from "./deps.ts";
import { pause, readPause, resume } from "../store/service-state.ts";

/**
 * Pauses and resumes new controls. It holds the lock of all acceptance: after the response, no instance
 * accepts a control.
 */
export const controlPause = (
  deps: Deps,
): Handlers<"getControlPause" | "pauseControls" | "resumeControls"> => {
  const switched = (change: Change<ControlPause>, turn: (tx: Db) => Promise<void>) =>
    change(async (tx) => {
      await lockAllAcceptance(tx);
      await turn(tx);
      return readPause(tx);
    });
  return {
    getControlPause: async () => ({
      ...(await readPause(deps.db)),
      setpoints_late_since: await getLateSince(deps),
    }),
    pauseControls: ({ body, change, ...sent }) =>
      switched(change, (tx) => pause(tx, getRequester(sent), body.reason.trim(), deps.now())),
    resumeControls: ({ change }) => switched(change, resume),
  };
};

/** When setpoints were last sent, if dispatch is overdue. */
async function getLateSince({ lateJobs }: Deps): Promise<string | null> {
  const late = (await lateJobs()).find(({ name }) => name === "dispatch");
  return late?.last.toISOString() ?? null;
}

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
  deps: Deps,
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
  deps: Deps,
  target: ControlTarget,
  order: ControlOrder,
): Promise<ValueRevision> {
  const nowMs = deps.now();
  const draft = validateDraft(deps, target, order, nowMs);
  return previewValue(deps.db, deps.fleet, draft, nowMs);
}

export const controls = (
  deps: Deps,
): Handlers<
  | "controlBiddingZone"
  | "controlGroup"
  | "previewBiddingZoneControl"
  | "previewGroupControl"
  | "previewBiddingZoneControlValue"
  | "previewGroupControlValue"
  | "requestBiddingZoneControl"
  | "requestGroupControl"
  | "listControlRequests"
  | "getControlRequest"
  | "approveControlRequest"
  | "rejectControlRequest"
  | "listControls"
  | "listControlSummaries"
  | "getControl"
  | "cancelControl"
  | "getControlDelivery"
  | "listControlDeliveries"
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

    ...controlRequests(deps, queue),

    previewBiddingZoneControl: async ({ params, body, reach }) =>
      preview(deps, zoneTarget(params.bidding_zone_id), body, reach),

    previewGroupControl: async ({ params, body, reach }) =>
      preview(deps, await groupTarget(deps.db, params.group_id), body, reach),

    previewBiddingZoneControlValue: async ({ params, body }) =>
      previewWorth(deps, zoneTarget(params.bidding_zone_id), body),

    previewGroupControlValue: async ({ params, body }) =>
      previewWorth(deps, await groupTarget(deps.db, params.group_id), body),

    listControls: async ({ db, query, reach }) => {
      if (query.as_of && !(await readControlRow(db, query.as_of)))
        throw invalid([{ pointer: "query/as_of", detail: "must be the id of a control" }]);
      const { rows, total, asOf } = await listControls(db, query, reach);
      return new PagedResult({ data: rows }, total, asOf);
    },

    listControlSummaries: async ({ db, query, reach }) => {
      const { rows, total } = await listControlSummaries(db, query, reach, deps.now());
      return new PagedResult({ data: await withProgress(db, rows, deps.now()) }, total);
    },

    getControl: async ({ params, reach }) => {
      const control = await readDetail(deps.db, params.control_id, deps.now(), reach);
      if (!control) throw unknown("control");
      return control;
    },

    cancelControl: ({ params, ...input }) => cancel(deps, queue, params.control_id, input),

    getControlDelivery: async ({ db, params }) => {
      const row = await readControlRow(db, params.control_id);
      if (!row) throw unknown("control");
      return readDelivery(db, row, deps.now());
    },

    listControlDeliveries: async ({ db, params, query, reach }) => {
      const row = await readControlRow(db, params.control_id);
      if (!row) throw unknown("control");
      const bounds = silenceBounds(row, deps.now());
      const { rows, total } = await listDeliveries(db, row.id, query, bounds, reach);
      const ids = rows.map(({ delivery }) => delivery.locationId);
      const { shares } = await readExcludedPlan(db, row, ids);
      const data = rows.map((one) =>
        toLocationDelivery(row, one, deps.now(), shares.get(one.delivery.locationId)),
      );
      return new PagedResult({ data }, total);
    },
  };
};

/** A control with how far it is and what was excluded from it later; null if there is none. */
async function readDetail(
  db: Db,
  id: string,
  nowMs: number,
  reach: KeyRestrictions | null,
): Promise<ControlDetail | null> {
  const control = await getControl(db, id, nowMs, reach);
  if (!control) return null;
  const [detail] = await withProgress(db, [control], nowMs);
  const window = { timeFrom: new Date(control.time_from), timeTo: new Date(control.time_to) };
  return { ...detail!, excluded_effect: await readExcludedEffect(db, { id, ...window }) };
}

/**
 * Cancels a control from the next full minute on, or before it starts. A control that was cancelled
 * before is returned unchanged. The change it no longer makes is removed from the plan and
 * recorded.
 */
async function cancel(
  deps: Deps,
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
      await lockAcceptance(tx, scope);
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
