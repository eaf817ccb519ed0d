import type { Context, MiddlewareHandler } from "hono";
import { operations, type OperationId } from "../../lib/contract/index.ts";
import { listCalls, recordCall, type CallRow, type RecordedCall } from "../store/api-calls.ts";
import type { Deps } from "./deps.ts";
import { Listed, type Handlers, type Variables } from "./implement.ts";

/** Measurements are what meters say, and are kept themselves. */
const isRecorded = (operation: OperationId | undefined): operation is OperationId =>
  operation !== undefined && operations[operation].changes && operation !== "recordMeasurements";

const begun = new WeakSet<Context>();

/** Stands before the key check: writes down how a call was answered, or that it was refused. */
export const recordAnswers =
  ({ db, now, log }: Deps): MiddlewareHandler<Variables> =>
  async (c, next) => {
    await next();
    const operation = c.get("operation");
    if (!isRecorded(operation) || !c.get("caller")) return;
    const kind = begun.has(c) ? "outcome" : "refusal";
    const made = kind === "outcome" && c.res.ok ? await madeBy(operation, c.res) : {};
    const target = [targetOf(c, operation), made.target].filter(Boolean).join(" ") || null;
    const row = { ...rowOf(c, operation, now()), ...made, kind, target, status: c.res.status };
    await recordCall(db, row as CallRow).catch((error: unknown) =>
      log.error({ requestId: c.get("requestId"), err: error }, "a call's outcome was not recorded"),
    );
  };

/** Stands behind the key check: what cannot be written down is not carried out. */
export const recordIntents =
  ({ db, now }: Deps): MiddlewareHandler<Variables> =>
  async (c, next) => {
    const operation = c.get("operation");
    if (isRecorded(operation)) {
      await recordCall(db, rowOf(c, operation, now()));
      begun.add(c);
    }
    await next();
  };

const ACTOR = /^[\x20-\x7e]{1,200}$/;

function rowOf(c: Context<Variables>, operation: OperationId, nowMs: number): CallRow {
  const actor = c.req.header("control-actor") ?? "";
  return {
    at: new Date(nowMs),
    caller: c.get("caller"),
    actor: ACTOR.test(actor) ? actor : null,
    kind: "intent",
    operation,
    target: targetOf(c, operation),
    requestId: c.get("requestId"),
  };
}

/** What the path names: `group_id=grp_1`. */
function targetOf(c: Context, operation: OperationId): string | null {
  const wanted = operations[operation].path.split("/");
  const given = c.req.path.split("/");
  const named = wanted.flatMap((part, i) =>
    part.startsWith("{") ? [`${part.slice(1, -1)}=${readable(given[i] ?? "")}`] : [],
  );
  return named.join(" ") || null;
}

function readable(part: string): string {
  try {
    return decodeURIComponent(part).replaceAll("\0", "").slice(0, 200);
  } catch {
    return part.slice(0, 200);
  }
}

/** As what the id of a thing that was made is named. */
const makes: Partial<Record<OperationId, string>> = {
  controlBiddingZone: "control_id",
  controlGroup: "control_id",
  createCustomer: "customer_id",
  createGroup: "group_id",
  createLocation: "location_id",
  registerDevice: "device_id",
  createApiKey: "key_id",
};
const controlling = new Set<OperationId>(["controlBiddingZone", "controlGroup", "cancelControl"]);

type Made = { target?: string | undefined; windowFrom?: Date; windowTo?: Date };

/** What an answer says of what was made: its id, and for a control its direction and window. */
async function madeBy(operation: OperationId, response: Response): Promise<Made> {
  if (!makes[operation] && !controlling.has(operation)) return {};
  const answer = (await response.clone().json()) as Record<string, string | undefined>;
  const { id, type, time_from, time_to, effective_to = time_to } = answer;
  const name = makes[operation];
  const parts = [controlling.has(operation) && `type=${type}`, name && `${name}=${id}`];
  const made = { target: parts.filter(Boolean).join(" ") };
  if (!controlling.has(operation) || !time_from || !effective_to) return made;
  return { ...made, windowFrom: new Date(time_from), windowTo: new Date(effective_to) };
}

const stamp = (at: Date | null) => at?.toISOString() ?? null;

const shown = (call: RecordedCall) => ({
  id: String(call.id),
  created_at: call.at.toISOString(),
  caller: call.caller,
  key_name: call.keyName,
  actor: call.actor,
  operation: call.operation,
  target: call.target,
  time_from: stamp(call.windowFrom),
  time_to: stamp(call.windowTo),
  status: call.status,
  request_id: call.requestId,
});

export const recordedCalls = ({ db }: Deps): Handlers<"listApiCalls"> => ({
  listApiCalls: async ({ query }) => {
    const { rows, total } = await listCalls(db, query);
    return new Listed({ data: rows.map(shown) }, total);
  },
});
