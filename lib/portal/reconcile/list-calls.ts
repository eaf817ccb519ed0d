import { parseAuditTarget } from "../audit/audit-target.ts";
import { PortalError } from "../context/errors.ts";
import type { ServiceClient } from "../service-client/service-client.ts";
import type { ApiCall } from "../../contract/index.ts";
import { toNotFoundResult, type Finding, type Search } from "./resolution.ts";

/** What was there was in the way: it may be the same order, sent before, that is still under way. */
const CONFLICT = 409;

/**
 * What the service's own record of calls says of one, by the request id it was sent with;
 * undefined where it keeps none, does not tell us, or does not know itself. That a call was in
 * conflict says nothing of the order: what it was to make may be made by the call before it.
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

/** Null where the portal's key may not read the record. */
async function listCalls(
  client: ServiceClient,
  asked: { request_id: string; operation: string },
  requestId: string,
): Promise<ApiCall[] | null> {
  try {
    const query = { page: 0, page_size: 100, ...asked };
    const input = { params: {}, query, body: undefined };
    return (await client.call("listApiCalls", input, requestId)).data.data;
  } catch (error) {
    const refused = "urn:curtail:problem:service-refused-portal";
    if (error instanceof PortalError && error.problem.type === refused) return null;
    throw error;
  }
}
