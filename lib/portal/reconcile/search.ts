import type { EffectiveWindow } from "../../controls/effective-window.ts";
import { MAX_PAGE_SIZE } from "../../contract/page-size.ts";
import { parseAuditTarget } from "../audit/audit-target.ts";
import { PortalError } from "../context/errors.ts";
import type { ServiceClient } from "../service-client/service-client.ts";
import type { ApiCall, Control, ControlTarget, OperationId } from "../../contract/index.ts";
import { toMillis } from "../../time/instant.ts";
import { MINUTE_MS } from "../../time/amsterdam.ts";
import type { Intent } from "../db/audit.ts";

/** The outcome of a call whose response was lost. */
export interface Finding {
  result: "took-effect" | "did-not-happen" | "cannot-be-known";
  /** The id of the control it issued. */
  controlId?: string;
  window?: EffectiveWindow | null;
}

/** The context of a lookup. */
interface Search {
  client: ServiceClient;
  capabilities: ReadonlySet<OperationId>;
  intent: Intent;
  requestId: string;
  now: Date;
  /** Of these controls, those that another call issued. */
  findClaimed(controlIds: string[]): Promise<ReadonlySet<string>>;
  /** The same, without the same order of the same user. */
  findClaimedByOthers(controlIds: string[]): Promise<ReadonlySet<string>>;
}

/**
 * A sent call may arrive this late, in milliseconds; after that a missing result did not happen.
 */
export const MAX_ARRIVAL_MS = 2 * 60_000;

const hasSettled = ({ now, intent }: Pick<Search, "now" | "intent">): boolean =>
  now.getTime() - intent.at.getTime() > MAX_ARRIVAL_MS;

/** The finding for a missing result: certain only once it cannot appear any more. */
const toNotFoundResult = (search: Search): Finding | null =>
  hasSettled(search) ? { result: "did-not-happen" } : null;

/** A listed control, with its target if the service returns it. */
type ListedControl = Pick<Control, "id" | "created_at" | "type" | "time_from" | "time_to"> & {
  target?: ControlTarget;
  effective_to?: string;
};
type Parts = Partial<Record<string, string>>;

const MAX_PAGES = 20;
/** Maximum difference between the clocks of portal and service. */
const CLOCK_SKEW_MS = MINUTE_MS;
/** Maximum delay between an order and its control. */
const MAX_ISSUE_DELAY_MS = 5 * MINUTE_MS;

/**
 * Finds the control of an order: same target, direction and window, created near the order's time
 * and not claimed by another order. If two match, neither is certain.
 */
async function findControl(search: Search, parts: Parts): Promise<Finding | null> {
  const near = (await listControlsSince(search)).filter((control) =>
    isMatch(control, search, parts),
  );
  const ofOthers = await search.findClaimed(near.map(({ id }) => id));
  const left = near.filter(({ id }) => !ofOthers.has(id));
  if (left.length === 0) return toNotFoundResult(search);
  const [only] = left;
  const isCertain = left.length === 1 && only!.target !== undefined;
  if (!isCertain) return hasSettled(search) ? { result: "cannot-be-known" } : null;
  const { id, time_from, time_to, effective_to = time_to } = only!;
  const window = { from: time_from, to: effective_to };
  return { result: "took-effect", controlId: id, window };
}

/** Controls created since shortly before the order, newest first. */
async function listControlsSince(search: Search): Promise<ListedControl[]> {
  const oldest = search.intent.at.getTime() - CLOCK_SKEW_MS;
  const all: ListedControl[] = [];
  for (let page = 0; page < MAX_PAGES; page++) {
    const listed = await listPage(search, page);
    all.push(...listed);
    const last = listed.at(-1);
    if (listed.length < MAX_PAGE_SIZE || !last || toMillis(last.created_at) < oldest) break;
  }
  return all;
}

async function listPage(
  { client, capabilities, requestId }: Search,
  page: number,
): Promise<ListedControl[]> {
  const common = { params: {}, body: undefined };
  if (!capabilities.has("listControlSummaries")) {
    const query = { page, page_size: MAX_PAGE_SIZE };
    return (await client.call("listControls", { ...common, query }, requestId)).data.data;
  }
  const query = { page, page_size: MAX_PAGE_SIZE, sort: "-created_at" };
  return (await client.call("listControlSummaries", { ...common, query }, requestId)).data.data;
}

function isMatch(control: ListedControl, { intent }: Search, parts: Parts): boolean {
  const after = toMillis(control.created_at) - intent.at.getTime();
  if (after < -CLOCK_SKEW_MS || after > MAX_ISSUE_DELAY_MS || control.type !== parts.type)
    return false;
  const id = parts.group_id ?? parts.bidding_zone_id;
  if (control.target && control.target.id !== id) return false;
  const { time_from, time_to } = parts;
  if (time_to && ceilToMinute(time_to) !== toMillis(control.time_to)) return false;
  if (!time_from) return true;
  // An order that waits for its turn starts when that comes, not in the past.
  return toMillis(control.time_from) >= ceilToMinute(time_from) - MINUTE_MS;
}

/** Rounds a time up to the minute. */
const ceilToMinute = (text: string) => Math.ceil(toMillis(text) / MINUTE_MS) * MINUTE_MS;

/** The same order, sent before, may still be running. */
const CONFLICT = 409;

/**
 * The outcome of a call in the service's record of calls, by request id; undefined if the service
 * has no such record, refuses access or does not know. A conflict shows nothing about the order:
 * the call before it may have issued the control.
 */
async function findInRecord(search: Search): Promise<Finding | null | "in-conflict" | undefined> {
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
    const query = { page: 0, page_size: MAX_PAGE_SIZE, ...filter };
    const input = { params: {}, query, body: undefined };
    return (await client.call("listApiCalls", input, requestId)).data.data;
  } catch (error) {
    const refused = "urn:curtail:problem:service-refused-portal";
    if (error instanceof PortalError && error.problem.type === refused) return null;
    throw error;
  }
}

const tookEffect = (window: EffectiveWindow | null = null): Finding => ({
  result: "took-effect",
  window,
});
const undetermined: Finding = { result: "cannot-be-known" };

/**
 * Looks up the outcome of a call by reading the service; nothing is sent again. Null if it is not
 * known yet.
 * @throws PortalError when the service cannot be read.
 */
export async function findOutcome(search: Search): Promise<Finding | null> {
  const called = await findInRecord(search);
  if (called === "in-conflict")
    return findEvidence({ ...search, findClaimed: search.findClaimedByOthers });
  return called === undefined ? findEvidence(search) : called;
}

/** The evidence at the service: a control, a customer, a key. */
async function findEvidence(search: Search): Promise<Finding | null> {
  const parts = parseAuditTarget(search.intent.target);
  switch (search.intent.operation) {
    case "controlBiddingZone":
    case "controlGroup":
      return findControl(search, parts);
    case "cancelControl":
      return findCancellation(search, parts.control_id ?? "");
    case "deleteCustomer":
      return findDeletion(search, parts.customer_id ?? "");
    case "revokeApiKey":
      return findRevocation(search, parts.key_id ?? "");
  }
  return undetermined;
}

async function findCancellation(search: Search, control_id: string): Promise<Finding | null> {
  const { client, capabilities, requestId } = search;
  if (!capabilities.has("getControl")) return undetermined;
  const input = { params: { control_id }, query: {}, body: undefined };
  const { data } = await client.call("getControl", input, requestId);
  if (data.cancelled_at === null) return toNotFoundResult(search);
  return tookEffect({ from: data.time_from, to: data.effective_to });
}

async function findDeletion(search: Search, customer_id: string): Promise<Finding | null> {
  const { client, capabilities, requestId } = search;
  if (!capabilities.has("getCustomer")) return undetermined;
  try {
    const input = { params: { customer_id }, query: {}, body: undefined };
    await client.call("getCustomer", input, requestId);
    return toNotFoundResult(search);
  } catch (error) {
    if (error instanceof PortalError && error.status === 404) return tookEffect();
    throw error;
  }
}

async function findRevocation(search: Search, key_id: string): Promise<Finding | null> {
  const { client, capabilities, requestId } = search;
  if (!capabilities.has("listApiKeys")) return undetermined;
  const { data } = await client.call(
    "listApiKeys",
    { params: {}, query: {}, body: undefined },
    requestId,
  );
  const key = data.data.find(({ id }) => id === key_id);
  if (!key) return undetermined;
  return key.revoked_at ? tookEffect() : toNotFoundResult(search);
}
