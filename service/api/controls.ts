import type { ControlDetail, ControlPause } from "../../lib/contract/index.ts";
import { readExcludedEffect, readExcludedPlan } from "../planning/later-exclusions.ts";
import { withProgress } from "../planning/control-progress.ts";
import { readDelivery, silenceBounds, toLocationDelivery } from "../planning/delivery-report.ts";
import {
  getControl,
  listControls,
  listControlSummaries,
  readControlRow,
} from "../store/control-list.ts";
import { listControlCustomerIds } from "../store/control-customers.ts";
import { listDeliveries } from "../store/deliveries.ts";
import { getRequester } from "./admission-checks.ts";
import { invalid, unknown } from "./problems.ts";
import { PagedResult, type Handlers } from "./register-operations.ts";
import { lockAllAcceptance } from "../store/acceptance-locks.ts";
import type { KeyRestrictions } from "../store/key-restrictions.ts";
import type { Db } from "../store/store.ts";
import type { Change } from "./idempotency.ts";
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

export const controls = (
  deps: Deps,
): Handlers<
  | "listControls"
  | "listControlSummaries"
  | "getControl"
  | "getControlDelivery"
  | "listControlDeliveries"
  | "listControlCustomers"
> => ({
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

  // Not at the replica: a control is announced at once.
  listControlCustomers: async ({ params: { control_id }, query: { after, limit }, reach }) => {
    if (!(await readControlRow(deps.db, control_id))) throw unknown("control");
    const ids = await listControlCustomerIds(
      deps.db,
      control_id,
      { after, limit: limit + 1 },
      reach,
    );
    const customer_ids = ids.slice(0, limit);
    const next = ids.length > limit ? customer_ids.at(-1)! : null;
    return { control_id, customer_ids, next };
  },
});

/** A control with how far it is and what was excluded from it later; null if there is none. */
export async function readDetail(
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
