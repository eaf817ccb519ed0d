import type {
  Control,
  ControlOrder,
  ControlPreview,
  ControlTarget,
} from "../../lib/contract/index.ts";
import { floorMinute } from "../engine/calendar.ts";
import { resolveWindow } from "../engine/window.ts";
import { computeControl, type Draft, type Outcome } from "../planning/control.ts";
import {
  getControl,
  insertControl,
  listControls,
  listControlSummaries,
  lockAcceptance,
} from "../store/controls.ts";
import { getGroup } from "../store/groups.ts";
import { token } from "../store/ids.ts";
import type { Db } from "../store/store.ts";
import { AcceptanceQueue } from "./acceptance-queue.ts";
import { biddingZoneOf } from "./bidding-zones.ts";
import type { Deps } from "./deps.ts";
import { Listed, type Handlers } from "./implement.ts";
import { ApiProblem, invalid, unknown } from "./problems.ts";

const zoneTarget = (id: string): ControlTarget => {
  const zone = biddingZoneOf(id);
  return { kind: "bidding_zone", id: zone, name: zone };
};

async function groupTarget(db: Db, id: string): Promise<ControlTarget> {
  const group = await getGroup(db, id);
  if (!group) throw unknown("group");
  return { kind: "group", id, name: group.name };
}

function draftOf(deps: Deps, target: ControlTarget, order: ControlOrder, nowMs: number): Draft {
  const window = resolveWindow(order, nowMs, deps.controlLimits);
  if (!window.ok) throw invalid(window.faults);
  return { type: order.type, target, fromMs: window.fromMs, toMs: window.toMs };
}

/**
 * The same order when its turn has come: what was left to now starts now, and what was given does
 * not start in the past.
 */
function draftInTurn(deps: Deps, draft: Draft, order: ControlOrder, nowMs: number): Draft {
  if (!order.time_from) return draftOf(deps, draft.target, order, nowMs);
  const fromMs = Math.max(draft.fromMs, floorMinute(nowMs));
  if (fromMs < draft.toMs) return { ...draft, fromMs };
  throw invalid([{ pointer: "#/time_to", detail: "has passed while this waited for its turn" }]);
}

const windowOf = (draft: Draft) => ({
  time_from: new Date(draft.fromMs).toISOString(),
  time_to: new Date(draft.toMs).toISOString(),
});

async function compute(db: Db, draft: Draft, nowMs: number): Promise<Outcome> {
  const outcome = await computeControl(db, draft, nowMs);
  if (outcome.results.every((result) => Number.isFinite(result.delta))) return outcome;
  throw new ApiProblem(
    "unavailable",
    "The forecast does not reach the end of this control yet; nothing was recorded.",
    undefined,
    { "Retry-After": "60" },
  );
}

/** Accepts a control: computed and stored with its effect at each location, in one transaction. */
function accept(
  deps: Deps,
  queue: AcceptanceQueue,
  target: ControlTarget,
  order: ControlOrder,
): Promise<Control> {
  const draft = draftOf(deps, target, order, deps.now());
  return queue.run(() =>
    deps.db.transaction(async (tx) => {
      await lockAcceptance(tx);
      const nowMs = deps.now();
      return record(tx, draftInTurn(deps, draft, order, nowMs), nowMs);
    }),
  );
}

async function record(tx: Db, draft: Draft, nowMs: number): Promise<Control> {
  const outcome = await compute(tx, draft, nowMs);
  const control: Control = {
    id: `ctrl_${token(nowMs)}`,
    created_at: new Date(nowMs).toISOString(),
    ...windowOf(draft),
    type: draft.type,
    results: outcome.results,
  };
  const reach = {
    target: draft.target,
    locations: outcome.effects.length,
    devices: outcome.devices,
    energyKwh: outcome.energyKwh,
  };
  await insertControl(tx, { ...control, ...reach }, outcome.effects);
  return control;
}

async function preview(
  deps: Deps,
  target: ControlTarget,
  order: ControlOrder,
): Promise<ControlPreview> {
  const nowMs = deps.now();
  const draft = draftOf(deps, target, order, nowMs);
  const outcome = await compute(deps.db, draft, nowMs);
  return {
    ...windowOf(draft),
    type: draft.type,
    results: outcome.results,
    locations: outcome.effects.length,
    devices: outcome.devices,
    unsupported: outcome.unsupported,
    overlapping: outcome.overlapping,
  };
}

export const controls = (
  deps: Deps,
): Handlers<
  | "controlBiddingZone"
  | "controlGroup"
  | "previewBiddingZoneControl"
  | "previewGroupControl"
  | "listControls"
  | "listControlSummaries"
  | "getControl"
> => {
  const queue = new AcceptanceQueue();
  return {
    controlBiddingZone: async ({ params, body }) =>
      accept(deps, queue, zoneTarget(params.bidding_zone_id), body),

    controlGroup: async ({ params, body }) =>
      accept(deps, queue, await groupTarget(deps.db, params.group_id), body),

    previewBiddingZoneControl: async ({ params, body }) =>
      preview(deps, zoneTarget(params.bidding_zone_id), body),

    previewGroupControl: async ({ params, body }) =>
      preview(deps, await groupTarget(deps.db, params.group_id), body),

    listControls: async ({ query }) => {
      if (query.as_of && !(await getControl(deps.db, query.as_of, deps.now())))
        throw invalid([{ pointer: "query/as_of", detail: "must be the id of a control" }]);
      const { rows, total, asOf } = await listControls(deps.db, query);
      return new Listed({ data: rows }, total, asOf);
    },

    listControlSummaries: async ({ query }) => {
      const { rows, total } = await listControlSummaries(deps.db, query, deps.now());
      return new Listed({ data: rows }, total);
    },

    getControl: async ({ params }) => {
      const control = await getControl(deps.db, params.control_id, deps.now());
      if (!control) throw unknown("control");
      return control;
    },
  };
};
