import type {
  Control,
  ControlOrder,
  ControlPreview,
  ControlTarget,
} from "../../lib/contract/index.ts";
import { floorMinute } from "../engine/calendar.ts";
import { resolveWindow } from "../engine/window.ts";
import { computeControl, type Draft } from "../planning/control.ts";
import { readDelivery, toLocationDelivery } from "../planning/delivery-report.ts";
import {
  getControl,
  listControls,
  listControlSummaries,
  readControlRow,
} from "../store/control-list.ts";
import { insertControl, lockAcceptance, markSuperseded } from "../store/controls.ts";
import { listDeliveries } from "../store/deliveries.ts";
import { getGroup } from "../store/groups.ts";
import { token } from "../store/ids.ts";
import type { Db } from "../store/store.ts";
import { cancel } from "./cancel.ts";
import { AcceptanceQueue } from "./acceptance-queue.ts";
import { biddingZoneOf } from "./bidding-zones.ts";
import type { Deps } from "./deps.ts";
import { Listed, type Handlers } from "./implement.ts";
import { invalid, unknown } from "./problems.ts";

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

/** Accepts a control: computed and stored with its effect at each location, in one transaction. */
function accept(
  deps: Deps,
  queue: AcceptanceQueue,
  target: ControlTarget,
  order: ControlOrder,
): Promise<Control> {
  const draft = draftOf(deps, target, order, deps.now());
  return queue.run(async () => {
    const control = await deps.db.transaction(async (tx) => {
      await lockAcceptance(tx);
      const nowMs = deps.now();
      return record(tx, draftInTurn(deps, draft, order, nowMs), nowMs);
    });
    deps.somethingDue();
    return control;
  });
}

async function record(tx: Db, draft: Draft, nowMs: number): Promise<Control> {
  const outcome = await computeControl(tx, draft, nowMs);
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
    unsupported: outcome.unsupported,
    unsupportedDevices: outcome.unsupportedDevices,
    energyKwh: outcome.energyKwh,
  };
  await insertControl(tx, { ...control, ...reach }, outcome.effects);
  await markSuperseded(tx, outcome.overlapping);
  return control;
}

async function preview(
  deps: Deps,
  target: ControlTarget,
  order: ControlOrder,
): Promise<ControlPreview> {
  const nowMs = deps.now();
  const draft = draftOf(deps, target, order, nowMs);
  const outcome = await computeControl(deps.db, draft, nowMs);
  return {
    ...windowOf(draft),
    type: draft.type,
    results: outcome.results,
    locations: outcome.effects.length,
    devices: outcome.devices,
    unsupported: outcome.unsupported,
    unheard: outcome.unheard,
    overlapping: outcome.overlapping.length,
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
  | "cancelControl"
  | "getControlDelivery"
  | "listControlDeliveries"
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

    cancelControl: ({ params }) => queue.run(() => cancel(deps, params.control_id)),

    getControlDelivery: async ({ params }) => {
      const row = await readControlRow(deps.db, params.control_id);
      if (!row) throw unknown("control");
      return readDelivery(deps.db, row, deps.now());
    },

    listControlDeliveries: async ({ params, query }) => {
      const row = await readControlRow(deps.db, params.control_id);
      if (!row) throw unknown("control");
      const { rows, total } = await listDeliveries(deps.db, row.id, query);
      return new Listed(
        { data: rows.map((one) => toLocationDelivery(row, one, deps.now())) },
        total,
      );
    },
  };
};
