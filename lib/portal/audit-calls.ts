import type { ApiCall } from "../contract/index.ts";
import type { AuditLine } from "./audit.ts";
import type { Portal } from "./door.ts";
import { outcomeOf } from "./store/audit-trail.ts";

/** A call in the terms of the portal's own trail, and whose key it came with. */
export type RecordedLine = AuditLine & Pick<ApiCall, "caller" | "key_name" | "actor">;

/** One page of what the service wrote down of the calls it got, newest first. */
export async function readCalls(
  portal: Portal,
  query: { page: number; page_size: number },
): Promise<{ items: RecordedLine[]; total: number; complete: boolean }> {
  const { data, total } = await portal.call("listApiCalls", { query });
  return { items: data.data.map(lineOf), total: total ?? data.data.length, complete: true };
}

const lineOf = ({ time_from, time_to, created_at, ...call }: ApiCall): RecordedLine => ({
  id: Number(call.id) || 0,
  at: created_at,
  who: call.actor ?? "",
  role: "staff",
  level: null,
  address: null,
  session_id: null,
  operation: call.operation,
  target: call.target,
  window: time_from && time_to ? { from: time_from, to: time_to } : null,
  outcome: outcomeOf({ status: call.status, result: null, found: null }),
  status: call.status,
  request_id: call.request_id,
  caller: call.caller,
  key_name: call.key_name,
  actor: call.actor,
});
