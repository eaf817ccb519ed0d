import { createHash } from "node:crypto";
import type { Control, ControlOrder, ControlTarget, HeadersOf } from "../../lib/contract/index.ts";
import { instantMs } from "../../lib/contract/values.ts";
import { floorMinute } from "../engine/calendar.ts";
import { resolveWindow } from "../engine/window.ts";
import type { Draft } from "../planning/control.ts";
import { issueControl } from "../planning/issue.ts";
import { lockAcceptance } from "../store/controls.ts";
import { issuedUnder, keepKey, type KeyedOrder } from "../store/idempotency-keys.ts";
import type { Db } from "../store/store.ts";
import type { AcceptanceQueue } from "./acceptance-queue.ts";
import type { Deps } from "./deps.ts";
import { Replayed } from "./implement.ts";
import { ApiProblem, invalid } from "./problems.ts";

/** A control as it is asked for: on what, with which body and headers, by which API key. */
export interface Asked {
  kind: ControlTarget["kind"];
  id: string;
  order: ControlOrder;
  headers: HeadersOf;
  caller: string;
}

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

/**
 * Accepts a control: computed and stored with its effect at each location and its idempotency key,
 * in one transaction. A key that was used before answers what it was answered then, whatever the
 * clock says now.
 */
export async function accept(
  deps: Deps,
  queue: AcceptanceQueue,
  asked: Asked,
  findTarget: () => ControlTarget | Promise<ControlTarget>,
): Promise<Control | Replayed<Control>> {
  const keyed = keyedOrder(asked);
  const before = await replayOf(deps.db, keyed, deps.now());
  if (before) return before;
  const draft = draftOf(deps, await findTarget(), asked.order, deps.now());
  return queue.run(async () => {
    const control = await deps.db.transaction(async (tx) => {
      await lockAcceptance(tx);
      const nowMs = deps.now();
      const meanwhile = await replayOf(tx, keyed, nowMs);
      if (meanwhile) return meanwhile;
      const inTurn = draftInTurn(deps, draft, asked.order, nowMs);
      const issued = await issueControl(tx, inTurn, asked.headers["Control-Reason"] ?? null, nowMs);
      if (keyed) await keepKey(tx, keyed, issued.id, nowMs);
      return issued;
    });
    deps.somethingDue();
    return control;
  });
}

const momentOf = (stamp: string | null | undefined) => (stamp ? instantMs(stamp) : null);

function keyedOrder({ kind, id, order, headers, caller }: Asked): KeyedOrder | null {
  const key = headers["Idempotency-Key"];
  if (key === undefined) return null;
  const reason = headers["Control-Reason"] ?? null;
  const times = [momentOf(order.time_from), momentOf(order.time_to)];
  const ordered = JSON.stringify([kind, id, order.type, ...times, reason]);
  return { caller, key, orderHash: createHash("sha256").update(ordered).digest() };
}

async function replayOf(
  db: Db,
  keyed: KeyedOrder | null,
  nowMs: number,
): Promise<Replayed<Control> | null> {
  const issued = keyed && (await issuedUnder(db, keyed, nowMs));
  if (!issued) return null;
  if (keyed.orderHash.equals(issued.orderHash)) return new Replayed(issued.control);
  throw new ApiProblem(
    "conflict",
    "This Idempotency-Key was used for another control.",
    [{ pointer: "header/Idempotency-Key", detail: "was used for another control" }],
    {},
    "idempotency-key-used",
  );
}
