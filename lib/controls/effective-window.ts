import type { OperationId } from "../contract/operations.ts";
import { MINUTE_MS } from "../time/amsterdam.ts";
import { toMillis } from "../time/instant.ts";

/** Start and end of the effect of a control, ISO 8601. */
export interface EffectiveWindow {
  from: string;
  to: string;
}

type ResponseBody = Partial<Record<string, string | null>>;

/** Operations that issue or cancel a control; their responses contain its window. */
const controlling = new Set<OperationId>(["controlBiddingZone", "controlGroup", "cancelControl"]);

/**
 * The effective window of a control, from the response of an operation that issues or cancels one;
 * null for other operations. A control approved after its requested start starts in that minute.
 */
export function getEffectiveWindow(
  operation: OperationId,
  response: unknown,
): EffectiveWindow | null {
  const body = (response ?? {}) as ResponseBody;
  if (operation === "approveControlRequest") return getApprovedWindow(body);
  if (!controlling.has(operation)) return null;
  const { time_from: from, time_to, effective_to: to = time_to } = body;
  return from && to ? { from, to } : null;
}

function getApprovedWindow({ time_from: from, time_to: to, decided_at, control_id }: ResponseBody) {
  if (!from || !to || !decided_at || !control_id) return null;
  const decided = Math.floor(toMillis(decided_at) / MINUTE_MS) * MINUTE_MS;
  const begins = Math.max(toMillis(from), decided);
  return { from: new Date(begins).toISOString(), to };
}
