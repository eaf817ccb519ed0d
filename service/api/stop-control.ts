import type { ControlTarget } from "../../lib/contract/index.ts";
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
 * Call it under the acceptance lock of the target, before the control that replaces another is planned.
 * @throws ApiProblem 422 if the other has another target; 409 if it was cancelled or has ended
 */
export async function assertReplaceable(
  tx: Db,
  id: string,
  target: ControlTarget,
  nowMs: number,
): Promise<void> {
  const row = await readControlRow(tx, id);
  if (row?.targetKind !== target.kind || row.targetId !== target.id)
    throw invalid([
      { pointer: "header/Control-Replaces", detail: "must be the id of a control of this target" },
    ]);
  if (row.cancelledAt || row.stopAt.getTime() <= nowMs) throw over();
}
