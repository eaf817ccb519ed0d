import { z } from "zod";
import { callOutcomes, type ApiCall } from "../../contract/api-calls.ts";
import { operations, type OperationId } from "../../contract/index.ts";
import type { AuditLine } from "./audit.ts";
import { parseFilteredQuery, type FilteredQuery } from "./audit-filter.ts";
import type { Portal } from "../client/portal-client.ts";
import { isChange } from "../service-client/transport-errors.ts";
import { getOutcome } from "../db/audit-trail.ts";

export const callsFilter = {
  /** Part of the actor's or the key's name. */
  search: z.string().trim().max(200).optional(),
  operation: z.string().max(100).optional(),
  /** The id of a key, or `configured` for the portal's. */
  caller: z.string().max(200).optional(),
  outcome: z.enum(callOutcomes).optional(),
  /** Days in Amsterdam, both included. */
  from: z.iso.date().optional(),
  to: z.iso.date().optional(),
};
const filter = z.strictObject(callsFilter);
/** The names of all operations that the service records. */
export const recordedOperations = (Object.keys(operations) as OperationId[]).filter(
  (operation) => isChange(operation) && operation !== "recordMeasurements",
);

type CallsFilter = z.output<typeof filter>;

/** Parses the page's search params; invalid values are dropped. */
export const parseCallsQuery = (params: FilteredQuery) => parseFilteredQuery(callsFilter, params);

/** A call in the shape of the portal's audit trail, with its key. */
export type CallLine = AuditLine & Pick<ApiCall, "caller" | "key_name" | "actor">;

/** One page of the calls that the service recorded, newest first. */
export async function readCalls(
  portal: Portal,
  query: CallsFilter & { page: number; page_size: number },
): Promise<{ items: CallLine[]; total: number; complete: boolean }> {
  const { data, total } = await portal.call("listApiCalls", { query: withoutEmpty(query) });
  return { items: data.data.map(toCallLine), total: total ?? data.data.length, complete: true };
}

const BATCH_SIZE = 100;

/** Every matching call, newest first, read as fast as they are consumed. */
export async function* listAllCalls(
  portal: Portal,
  wanted: CallsFilter,
): AsyncGenerator<CallLine, void> {
  let before: string | undefined;
  for (;;) {
    const query = withoutEmpty({ ...wanted, page: 0, page_size: BATCH_SIZE, before });
    const { data } = (await portal.call("listApiCalls", { query })).data;
    yield* data.map(toCallLine);
    if (data.length < BATCH_SIZE) return;
    before = data.at(-1)!.id;
  }
}

/** Removes empty values: an empty text would filter for an empty text. */
const withoutEmpty = <Q extends object>(query: Q): Q =>
  Object.fromEntries(Object.entries(query).filter(([, value]) => value)) as Q;

const toCallLine = ({ time_from, time_to, created_at, ...call }: ApiCall): CallLine => ({
  id: Number(call.id) || 0,
  at: created_at,
  who: call.actor ?? "",
  role: "staff",
  level: null,
  address: call.address ?? null,
  session_id: null,
  operation: call.operation,
  target: call.target,
  window: time_from && time_to ? { from: time_from, to: time_to } : null,
  outcome: getOutcome({ status: call.status, result: null, found: null }),
  status: call.status,
  request_id: call.request_id,
  caller: call.caller,
  key_name: call.key_name,
  actor: call.actor,
});
