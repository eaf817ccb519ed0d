import type { Draft } from "../planning/control.ts";
import type { Fleet } from "../planning/fleet.ts";
import { cancelControl } from "../planning/record-control.ts";
import { readControlRow } from "../store/control-list.ts";
import type { Db } from "../store/store.ts";
import { ApiProblem, invalid, unknown } from "./problems.ts";

const over = () =>
  new ApiProblem(
    "conflict",
    "This control has ended, or ends with this minute.",
    undefined,
    {},
    "control-over",
  );

/**
 * Cancels a control from the next full minute on. Call it in a transaction that holds the acceptance
 * lock. One that was cancelled before is left as it is.
 * @throws ApiProblem 404; 409 when it has ended
 */
export async function stopControl(tx: Db, fleet: Fleet, id: string, nowMs: number): Promise<void> {
  const row = await readControlRow(tx, id);
  if (!row) throw unknown("control");
  if (row.cancelledAt) return;
  if (!(await cancelControl(tx, fleet, row, nowMs))) throw over();
}

/**
 * A draft with the control that it replaces, if any. Call it under the acceptance lock of the target, before
 * the draft is planned.
 * @throws ApiProblem 422 if the other has another target; 409 if it was cancelled or has ended
 */
export async function withReplaced(
  tx: Db,
  draft: Draft,
  id: string | undefined,
  nowMs: number,
): Promise<Draft> {
  if (id === undefined) return draft;
  const { target } = draft;
  const row = await readControlRow(tx, id);
  if (row?.targetKind !== target.kind || row.targetId !== target.id)
    throw invalid([
      { pointer: "header/Control-Replaces", detail: "must be the id of a control of this target" },
    ]);
  if (row.cancelledAt || row.stopAt.getTime() <= nowMs) throw over();
  return { ...draft, replaces: id };
}
