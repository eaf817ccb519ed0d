import type { OperationId } from "./operations.ts";
import { instantMs } from "./schema-types.ts";

/** From when to when a control has effect, ISO 8601. */
export interface EffectiveWindow {
  from: string;
  to: string;
}

type Response = Partial<Record<string, string | null>>;
const MINUTE_MS = 60_000;

/** Operations that make or end a control, whose window their answers tell. */
const controlling = new Set<OperationId>(["controlBiddingZone", "controlGroup", "cancelControl"]);

/**
 * From when to when a control has effect, from the answer of an operation that makes or ends one;
 * null where it does neither. What was approved later than it was to begin begins with that minute.
 */
export function effectiveWindow(operation: OperationId, answer: unknown): EffectiveWindow | null {
  const said = (answer ?? {}) as Response;
  if (operation === "approveControlRequest") return approvedWindow(said);
  if (!controlling.has(operation)) return null;
  const { time_from: from, time_to, effective_to: to = time_to } = said;
  return from && to ? { from, to } : null;
}

function approvedWindow({ time_from: from, time_to: to, decided_at, control_id }: Response) {
  if (!from || !to || !decided_at || !control_id) return null;
  const decided = Math.floor(instantMs(decided_at) / MINUTE_MS) * MINUTE_MS;
  const begins = Math.max(instantMs(from), decided);
  return { from: new Date(begins).toISOString(), to };
}
