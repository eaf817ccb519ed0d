import type { ControlDetail } from "../../lib/contract/index.ts";
import { cancelControl } from "../planning/record-control.ts";
import { getControl, readControlRow } from "../store/control-list.ts";
import { lockAcceptance } from "../store/controls.ts";
import type { KeyRestrictions } from "../store/key-restrictions.ts";
import type { Db } from "../store/store.ts";
import type { ControlQueue } from "./control-queue.ts";
import type { Change, MutationResult } from "./idempotency.ts";
import type { Deps } from "./deps.ts";
import { ApiProblem, unknown } from "./problems.ts";

/**
 * Cancels a control from the next full minute on, or before it starts. A control that was cancelled
 * before is returned unchanged. The change it no longer makes is removed from the plan and
 * recorded.
 */
export async function cancel(
  deps: Deps,
  queue: ControlQueue,
  id: string,
  { change, reach }: { change: Change<ControlDetail>; reach: KeyRestrictions | null },
): Promise<MutationResult<ControlDetail>> {
  const endTurn = await queue.enterFirst();
  try {
    const cancelled = await change(async (tx) => {
      await lockAcceptance(tx);
      const nowMs = deps.now();
      await stop(tx, id, nowMs);
      return (await getControl(tx, id, nowMs, reach))!;
    });
    deps.requestDispatch();
    return cancelled;
  } finally {
    endTurn();
  }
}

async function stop(tx: Db, id: string, nowMs: number): Promise<void> {
  const row = await readControlRow(tx, id);
  if (!row) throw unknown("control");
  if (row.cancelledAt) return;
  if (await cancelControl(tx, row, nowMs)) return;
  throw new ApiProblem(
    "conflict",
    "This control has ended, or ends with this minute.",
    undefined,
    {},
    "control-over",
  );
}
