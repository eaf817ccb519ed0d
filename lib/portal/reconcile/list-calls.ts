import { parseAuditTarget } from "../audit/audit-target.ts";
import { PortalError } from "../context/errors.ts";
import type { ServiceClient } from "../service-client/service-client.ts";
import type { ApiCall } from "../../contract/index.ts";
import { toNotFoundResult, type Finding, type Search } from "./resolution.ts";

/** The same order, sent before, may still be running. */
const CONFLICT = 409;

/**
 * The outcome of a call in the service's record of calls, by request id; undefined if the service
 * has no such record, refuses access or does not know. A conflict shows nothing about the order:
 * the call before it may have issued the control.
 */
export async function findInRecord(
  search: Search,
): Promise<Finding | null | "in-conflict" | undefined> {
  const { client, capabilities, intent, requestId } = search;
  if (!capabilities.has("listApiCalls")) return undefined;
  const { operation, requestId: request_id } = intent;
  const calls = await listCalls(client, { request_id, operation }, requestId);
  if (!calls) return undefined;
  const finished = calls.filter(({ status }) => status !== null && status < 500);
  const done = finished.find(({ status }) => status! < 400);
  if (done) return toFinding(done);
  if (finished.some(({ status }) => status === CONFLICT)) return "in-conflict";
  if (finished.length === calls.length)
    return calls.length > 0 ? { result: "did-not-happen" } : toNotFoundResult(search);
  return undefined;
}

function toFinding({ target, time_from, time_to }: ApiCall): Finding {
  const { control_id } = parseAuditTarget(target);
  const window = time_from && time_to ? { from: time_from, to: time_to } : null;
  return { result: "took-effect", window, ...(control_id && { controlId: control_id }) };
}

/** Null if the portal's key may not read the record. */
async function listCalls(
  client: ServiceClient,
  filter: { request_id: string; operation: string },
  requestId: string,
): Promise<ApiCall[] | null> {
  try {
    const query = { page: 0, page_size: 100, ...filter };
    const input = { params: {}, query, body: undefined };
    return (await client.call("listApiCalls", input, requestId)).data.data;
  } catch (error) {
    const refused = "urn:curtail:problem:service-refused-portal";
    if (error instanceof PortalError && error.problem.type === refused) return null;
    throw error;
  }
}
