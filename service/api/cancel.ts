import type { ControlDetail } from "../../lib/contract/index.ts";
import { floorMinute, MINUTE_MS } from "../engine/calendar.ts";
import { computeCancel } from "../planning/control.ts";
import { getControl, readControlRow } from "../store/control-list.ts";
import {
  locationsOfControl,
  lockAcceptance,
  reviewSuperseded,
  stopControl,
} from "../store/controls.ts";
import type { Db } from "../store/store.ts";
import type { Deps } from "./deps.ts";
import { ApiProblem, unknown } from "./problems.ts";

/**
 * Cancels a control from the next full minute on, or before it starts; cancelled before, it is
 * answered as it is. What it would still have done is given back in the plan and recorded.
 */
export async function cancel(deps: Deps, id: string): Promise<ControlDetail> {
  const detail = await deps.db.transaction(async (tx) => {
    await lockAcceptance(tx);
    const nowMs = deps.now();
    await stop(tx, id, nowMs);
    return getControl(tx, id, nowMs);
  });
  deps.somethingDue();
  return detail!;
}

async function stop(tx: Db, id: string, nowMs: number): Promise<void> {
  const row = await readControlRow(tx, id);
  if (!row) throw unknown("control");
  if (row.cancelledAt) return;
  const fromMs = Math.max(row.timeFrom.getTime(), floorMinute(nowMs) + MINUTE_MS);
  const window = { fromMs, toMs: row.stopAt.getTime() };
  if (window.fromMs >= window.toMs)
    throw new ApiProblem(
      "conflict",
      "This control is over, or ends with this minute.",
      undefined,
      {},
      "control-over",
    );
  const ids = await locationsOfControl(tx, id);
  await stopControl(tx, id, {
    cancelledAt: new Date(nowMs),
    stopAt: new Date(window.fromMs),
    givenBack: await computeCancel(tx, id, ids, window, nowMs),
  });
  await reviewSuperseded(tx, id);
}
