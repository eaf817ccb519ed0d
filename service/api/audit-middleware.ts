import type { Context, MiddlewareHandler } from "hono";
import { getEffectiveWindow } from "../../lib/controls/effective-window.ts";
import { operations, type OperationId } from "../../lib/contract/index.ts";
import { listCalls, recordCall, type CallRow, type RecordedCall } from "../store/api-calls.ts";
import { socketAddress } from "./authenticate.ts";
import { Buckets } from "./rate-limit.ts";
import type { Deps, Step, Variables } from "./deps.ts";
import { PagedResult, type Handlers } from "./register-operations.ts";

/** Measurements are stored with their source, so these calls are not audited. */
const isRecorded = (operation: OperationId | undefined): operation is OperationId =>
  operation !== undefined && operations[operation].changes && operation !== "recordMeasurements";

/** Open calls with the row numbers of their intents. */
const begun = new WeakMap<Context, number>();

/**
 * Maximum number of recorded refusals per key and minute, so that a client cannot flood the audit
 * log.
 */
export const MAX_REFUSALS = 60;

/** Runs before authentication: records the outcome of a call, or its refusal. */
export function recordAnswers({ db, now, log }: Deps): MiddlewareHandler<Variables> {
  const refusals = new Buckets(now);
  const record: MiddlewareHandler<Variables> = async (c, next) => {
    await next();
    const operation = c.get("operation");
    if (!isRecorded(operation) || !c.get("caller")) return;
    const intentId = begun.get(c) ?? null;
    if (intentId === null && !refusals.take(c.get("caller"), MAX_REFUSALS).allowed) return;
    const kind = intentId === null ? "refusal" : "outcome";
    const made = kind === "outcome" && c.res.ok ? await madeBy(operation, c.res) : {};
    const target = [getTarget(c, operation), made.target].filter(Boolean).join(" ") || null;
    const ended = { kind, target, status: c.res.status, intentId } as const;
    await recordCall(db, { ...toCallRow(c, operation, now()), ...made, ...ended }).catch(
      (error: unknown) =>
        log.error(
          { requestId: c.get("requestId"), err: error },
          "Failed to record the outcome of a call",
        ),
    );
  };
  return (c, next) => (isRecorded(c.get("operation")) ? record(c, next) : next());
}

/** Runs after authentication: a call that cannot be recorded is not executed. */
export const recordIntents =
  ({ db, now }: Deps): Step =>
  (c, next) => {
    const operation = c.get("operation");
    if (!isRecorded(operation)) return next();
    return recordCall(db, toCallRow(c, operation, now())).then((id) => {
      begun.set(c, id);
      return next();
    });
  };

const ACTOR = /^[\x20-\x7e]{1,200}$/;

function toCallRow(c: Context<Variables>, operation: OperationId, nowMs: number): CallRow {
  const actor = c.req.header("control-actor") ?? "";
  return {
    at: new Date(nowMs),
    caller: c.get("caller"),
    actor: ACTOR.test(actor) ? actor : null,
    kind: "intent",
    operation,
    target: getTarget(c, operation),
    requestId: c.get("requestId"),
    address: socketAddress(c),
  };
}

/** The resource named in the path, such as `group_id=grp_1`. */
function getTarget(c: Context, operation: OperationId): string | null {
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

/** The id name of a created resource, and the response field that holds it. */
const makes: Partial<Record<OperationId, { name: string; field?: string }>> = {
  controlBiddingZone: { name: "control_id" },
  controlGroup: { name: "control_id" },
  approveControlRequest: { name: "control_id", field: "control_id" },
  requestBiddingZoneControl: { name: "request_id" },
  requestGroupControl: { name: "request_id" },
  createCustomer: { name: "customer_id" },
  createGroup: { name: "group_id" },
  createLocation: { name: "location_id" },
  registerDevice: { name: "device_id" },
  createApiKey: { name: "key_id" },
  createRule: { name: "rule_id" },
};
/** Operations whose responses contain the direction of a control. */
const directing = new Set<OperationId>([
  "controlBiddingZone",
  "controlGroup",
  "cancelControl",
  "approveControlRequest",
  "requestBiddingZoneControl",
  "requestGroupControl",
]);

type Made = { target?: string; windowFrom?: Date; windowTo?: Date };

/** The created resource in a response: its id, and for a control its direction and window. */
async function madeBy(operation: OperationId, response: Response): Promise<Made> {
  const made = makes[operation];
  if (!made && !directing.has(operation)) return {};
  const answer = (await response.clone().json()) as Record<string, string | undefined>;
  const id = made && answer[made.field ?? "id"];
  const parts = [directing.has(operation) && `type=${answer.type}`, id && `${made.name}=${id}`];
  const target = parts.filter(Boolean).join(" ");
  const window = getEffectiveWindow(operation, answer);
  if (!window) return { target };
  return { target, windowFrom: new Date(window.from), windowTo: new Date(window.to) };
}

const stamp = (at: Date | null) => at?.toISOString() ?? null;

const toApiCall = (call: RecordedCall) => ({
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
  address: call.address,
});

export const recordedCalls = (): Handlers<"listApiCalls"> => ({
  listApiCalls: async ({ db, query }) => {
    const { rows, total } = await listCalls(db, query);
    return new PagedResult({ data: rows.map(toApiCall) }, total);
  },
});
