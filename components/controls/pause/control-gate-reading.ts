import { request } from "@/components/api/request.ts";
import { buildOperationUrl, type PortalOperation } from "@/components/api/routes.ts";
import type { AnswerOf } from "@/lib/contract/operations.ts";
import { toPauseKey, toPendingKey, type ControlGate } from "./control-gate.ts";
import { pendingRequests } from "@/lib/controls/approval-queries.ts";

/** Whether an operation's answer has changed; not if it cannot be read. */
async function hasChanged<K extends PortalOperation>(
  operation: K,
  query: object,
  previous: string | null | undefined,
  nameOf: (answer: AnswerOf<K>) => string,
): Promise<boolean> {
  if (previous === undefined) return false;
  const call = buildOperationUrl(operation, {}, { ...query });
  const read = await request<AnswerOf<K>>(call).catch(() => null);
  return read !== null && nameOf(read.data) !== previous;
}

/** Whether the pause or the pending requests differ from those that came with the page. */
export async function hasControlGateChanged({ pause, waiting }: ControlGate): Promise<boolean> {
  const others = await Promise.all([
    hasChanged("getControlPause", {}, pause, toPauseKey),
    hasChanged("listControlRequests", pendingRequests.query, waiting, toPendingKey),
  ]);
  return others.includes(true);
}
