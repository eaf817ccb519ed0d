import { request } from "@/components/api/request.ts";
import { addressOf, type PortalOperation } from "@/components/api/routes.ts";
import type { AnswerOf } from "@/lib/contract/operations.ts";
import { pauseName, waitingName, type ControlGate } from "./control-gate.ts";
import { pendingRequests } from "@/lib/controls/approval-queries.ts";

/** Whether an operation answers something else than what is known; what cannot be read is not. */
async function isOther<K extends PortalOperation>(
  operation: K,
  query: object,
  known: string | null | undefined,
  nameOf: (answer: AnswerOf<K>) => string,
): Promise<boolean> {
  if (known === undefined) return false;
  const call = addressOf(operation, {}, { ...query });
  const read = await request<AnswerOf<K>>(call).catch(() => null);
  return read !== null && nameOf(read.data) !== known;
}

/** Whether controls are paused otherwise, or other requests wait, than a page was drawn with. */
export async function isOtherGuard({ pause, waiting }: ControlGate): Promise<boolean> {
  const others = await Promise.all([
    isOther("getControlPause", {}, pause, pauseName),
    isOther("listControlRequests", pendingRequests.query, waiting, waitingName),
  ]);
  return others.includes(true);
}
