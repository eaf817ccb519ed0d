import type { ControlOrder, ControlPreview, ControlTarget } from "../../lib/contract/index.ts";
import { computeControl } from "../planning/control.ts";
import { windowOf } from "../planning/issue.ts";
import { readDelivery, toLocationDelivery } from "../planning/delivery-report.ts";
import {
  getControl,
  listControls,
  listControlSummaries,
  listOverlapping,
  readControlRow,
} from "../store/control-list.ts";
import { listDeliveries } from "../store/deliveries.ts";
import { getGroup } from "../store/groups.ts";
import type { Db } from "../store/store.ts";
import { accept, draftOf } from "./accept.ts";
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
    overlaps: await listOverlapping(deps.db, outcome.overlapping),
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
    controlBiddingZone: async ({ params: { bidding_zone_id: id }, body: order, ...sent }) =>
      accept(deps, queue, { kind: "bidding_zone", id, order, ...sent }, () => zoneTarget(id)),

    controlGroup: async ({ params: { group_id: id }, body: order, ...sent }) =>
      accept(deps, queue, { kind: "group", id, order, ...sent }, () => groupTarget(deps.db, id)),

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
