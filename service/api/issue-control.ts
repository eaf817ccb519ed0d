import type { Control, ControlOrder, ControlTarget, HeadersOf } from "../../lib/contract/index.ts";
import { floorMinute } from "../../lib/time/amsterdam.ts";
import { resolveWindow } from "../engine/window.ts";
import type { Draft } from "../planning/control.ts";
import { issueControl } from "../planning/issue.ts";
import { lockAcceptance } from "../store/controls.ts";
import { admit, refuseUnapproved } from "./admission-checks.ts";
import type { AcceptanceQueue } from "./control-queue.ts";
import type { Change, Changed } from "./idempotency.ts";
import type { Deps } from "./deps.ts";
import { invalid } from "./problems.ts";

/** A control as it is asked for: on what, with which body and headers, by which API key. */
export interface Asked {
  kind: ControlTarget["kind"];
  id: string;
  order: ControlOrder;
  headers: HeadersOf;
  caller: string;
}
/** The same, with the transaction it is to happen in. */
export type AskedInTurn<T> = Asked & { change: Change<T> };

/** An order checked against the clock. @throws ApiProblem 422 that names the times. */
export function draftOf(
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
 * The same order when its turn has come: what was left to now starts now, and what was given does
 * not start in the past.
 */
function draftInTurn(deps: Deps, draft: Draft, order: ControlOrder, nowMs: number): Draft {
  if (!order.time_from) return draftOf(deps, draft.target, order, nowMs);
  const fromMs = Math.max(draft.fromMs, floorMinute(nowMs));
  if (fromMs < draft.toMs) return { ...draft, fromMs };
  throw invalid([
    {
      pointer: "#/time_to",
      detail: "has passed while this waited for its turn",
      code: "window-passed",
    },
  ]);
}

/** Accepts a control: computed and stored with its effect at each location, in one transaction. */
export async function accept(
  deps: Deps,
  queue: AcceptanceQueue,
  asked: AskedInTurn<Control>,
  findTarget: () => ControlTarget | Promise<ControlTarget>,
): Promise<Changed<Control>> {
  const draft = draftOf(deps, await findTarget(), asked.order, deps.now());
  return queue.run(async () => {
    const control = await asked.change(async (tx) => {
      await lockAcceptance(tx);
      const nowMs = deps.now();
      const inTurn = draftInTurn(deps, draft, asked.order, nowMs);
      await admit(deps, tx, inTurn.target);
      const reason = asked.headers["Control-Reason"] ?? null;
      return issueControl(tx, inTurn, reason, nowMs, ({ results }) =>
        refuseUnapproved(deps, tx, inTurn.target, results),
      );
    });
    deps.somethingDue();
    return control;
  });
}
