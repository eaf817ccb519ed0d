import type { Control, ControlOrder, ControlTarget } from "../../lib/contract/index.ts";
import { floorMinute } from "../../lib/time/amsterdam.ts";
import { resolveWindow } from "../engine/window.ts";
import type { Draft } from "../planning/control.ts";
import { planNewControl, recordControl } from "../planning/record-control.ts";
import { lockStopping, placeInOrder } from "../store/acceptance-locks.ts";
import {
  assertApproved,
  assertNotPaused,
  assertWithinQuota,
  getAcceptanceScope,
  getRequester,
  type RequestMeta,
} from "./admission-checks.ts";
import type { ControlQueue } from "./control-queue.ts";
import type { Deps, PlanningDeps } from "./deps.ts";
import { stopControl, withReplaced } from "./stop-control.ts";
import type { Change, MutationResult } from "./idempotency.ts";
import { invalid } from "./problems.ts";

/** A request to issue a control: its body, headers and API key, and the transaction to make it in. */
export interface ControlInput<T> extends RequestMeta {
  order: ControlOrder;
  change: Change<T>;
}

/**
 * Issues a control. The caller has authenticated, authorised and parsed the request. The control is
 * planned and stored with its effect at each location in one transaction, and dispatched after the
 * commit.
 * @throws ApiProblem 409 while paused, over a quota, without approval, or for a replaced control that is over; 422 for an invalid window;
 * 429 when the queue is full
 */
export async function issueControl(
  deps: PlanningDeps,
  queue: ControlQueue,
  target: ControlTarget,
  { order, change, ...meta }: ControlInput<Control>,
): Promise<MutationResult<Control>> {
  const requested = validateDraft(deps, target, order, deps.now());
  const scope = await getAcceptanceScope(deps, deps.db, target);
  const endTurn = await queue.enter(scope);
  try {
    const control = await change(async (tx) => {
      const replaced = meta.headers["Control-Replaces"];
      await lockStopping(tx, scope, replaced);
      const nowMs = deps.now();
      const draft = currentDraft(deps, requested, order, nowMs);
      await assertNotPaused(tx);
      await assertWithinQuota(deps, tx, target);
      const planned = await withReplaced(tx, draft, replaced, nowMs);
      const plan = await planNewControl(tx, deps.fleet, planned, nowMs);
      await assertApproved(deps, tx, target, plan.results);
      const reason = meta.headers["Control-Reason"] ?? null;
      const by = { reason, issuedBy: getRequester(meta) };
      const issued = await recordControl(tx, draft, plan, by, nowMs);
      if (replaced !== undefined) await stopControl(tx, deps.fleet, replaced, nowMs);
      await placeInOrder(tx, issued.id);
      return issued;
    });
    deps.requestDispatch();
    return control;
  } finally {
    endTurn();
  }
}

/** The draft of a request. @throws ApiProblem 422 with the invalid times. */
export function validateDraft(
  deps: Deps,
  target: ControlTarget,
  order: ControlOrder,
  nowMs: number,
): Draft {
  const window = resolveWindow(order, nowMs, deps.controlLimits);
  if (!window.ok) throw invalid(window.faults);
  return { type: order.type, target, fromMs: window.fromMs, toMs: window.toMs };
}

/**
 * The draft at the start of its turn: an omitted start becomes now, and a given start must not lie
 * in the past.
 */
function currentDraft(deps: Deps, requested: Draft, order: ControlOrder, nowMs: number): Draft {
  if (!order.time_from) return validateDraft(deps, requested.target, order, nowMs);
  const fromMs = Math.max(requested.fromMs, floorMinute(nowMs));
  if (fromMs < requested.toMs) return { ...requested, fromMs };
  throw invalid([
    {
      pointer: "#/time_to",
      detail: "passed while this control waited in the queue",
      code: "window-passed",
    },
  ]);
}
