import { getEffectiveWindow } from "../../controls/effective-window.ts";
import { type AnswerOf, type Customer, type OperationId } from "../../contract/index.ts";
import { withActor, withIdempotencyKey } from "../service-client/request-headers.ts";
import { withAudit } from "../audit/with-audit.ts";
import { toAuditTarget } from "../audit/audit-target.ts";
import { validateInput, type CallInput } from "../service-client/validate-input.ts";
import { applyLanguage } from "../auth/customer-language.ts";
import { type Directory } from "../directory/types.ts";
import { assembleDirectory } from "../directory/read-model.ts";
import { PortalError } from "../context/errors.ts";
import { log, getErrorReason } from "../context/log.ts";
import { createOwnership, getOwnershipRule, type Ownership } from "../directory/customer-scope.ts";
import { mayUse, needsRecentAuth } from "../auth/policy.ts";
import { requireRecentAuth, requireSecondFactor } from "../auth/recent-auth.ts";
import { cacheResponse, type LocalCache } from "../directory/local-cache.ts";
import { runtime } from "../runtime.ts";
import { getRequestId } from "../context/request-context.ts";
import type { PortalResponse, PortalDeps } from "../service-client/portal-deps.ts";
import type { ServiceInput } from "../service-client/service-client.ts";
import type { Capabilities, OptionalHeader } from "../service-client/capabilities.ts";
import { isChange } from "../service-client/transport-errors.ts";
import { renameAccount } from "../db/accounts.ts";
import type { User } from "../db/sessions.ts";
import { clearDeletedCustomer } from "../db/deleted-customer.ts";

/** The service and its directory as one user may use them. */
export interface Portal {
  user: User;
  /** Whether the service has the operation; the documented ten always. */
  supports(operation: OperationId): boolean;
  /** Whether every operation that issues a control accepts this header. */
  supportsHeader(header: OptionalHeader): boolean;
  /** Whether this role may use the operation at all. */
  isAllowed(operation: OperationId): boolean;
  /** @throws PortalError 401–504, in the portal's own texts. */
  call<K extends OperationId>(operation: K, input: CallInput<K>): Promise<PortalResponse<K>>;
  directory: Directory;
}

/** The dependencies of this process: its database, the client of the service, and the clock. */
export function getPortalDeps(): PortalDeps {
  const { db, client } = runtime();
  return { db, client, now: () => new Date() };
}

/** Creates the client of a signed-in user. The reads of one page share one deadline. */
export function createPortalClient(user: User): Promise<Portal> {
  const deps = getPortalDeps();
  return createPortalClientWith({ ...deps, client: deps.client.withPageDeadline() }, user);
}

/** Creates the client of a signed-in user on the given database and service. */
export async function createPortalClientWith(deps: PortalDeps, user: User): Promise<Portal> {
  const { client, db } = deps;
  const capabilities = await client.capabilities();
  const cache: LocalCache = { db, service: client.service };
  const ownership = createOwnership(user, capabilities, client, cache);
  const context: CallContext = { ...deps, user, capabilities, cache, ownership };
  const portal = {
    user,
    supports: (operation: OperationId) => capabilities.has(operation),
    supportsHeader: (header: OptionalHeader) => capabilities.controlHeaders.has(header),
    isAllowed: (operation: OperationId) => mayUse(user, operation),
    call: <K extends OperationId>(operation: K, input: CallInput<K>) =>
      callOperation(context, operation, input),
  };
  return { ...portal, directory: assembleDirectory(portal, cache, deps.now) };
}

interface CallContext extends PortalDeps {
  user: User;
  capabilities: Capabilities;
  cache: LocalCache;
  /** Decides what belongs to a customer; null for staff. */
  ownership: Ownership | null;
}

/** One call of the service, from authorisation to response. */
async function callOperation<K extends OperationId>(
  context: CallContext,
  operation: K,
  input: CallInput<K>,
): Promise<PortalResponse<K>> {
  const { db, client, user, capabilities } = context;
  const requestId = getRequestId();
  authorise(context, operation, requestId);
  const valid = validateInput(operation, input, requestId);
  const allowed = await restrictInput(context, operation, valid, requestId);
  requireSupport(context, operation, requestId);
  const sent = withIdempotencyKey(operation, withActor(user, operation, allowed, capabilities));
  const send = () => client.call(operation, sent, requestId);
  const target = toAuditTarget(operation, sent);
  const { data, total } = isChange(operation)
    ? await withAudit(db, { user, operation, target, requestId }, send, ({ data }) => ({
        target: toAuditTarget(operation, sent, data),
        window: getEffectiveWindow(operation, data),
      }))
    : await send();
  await updateLocalData(context, operation, sent, data);
  return restrictResponse(context, operation, { data, total, requestId });
}

/** @throws PortalError 403 without the role, the second factor or the recent sign-in it needs. */
function authorise({ user, now }: CallContext, operation: OperationId, requestId: string): void {
  if (!mayUse(user, operation)) throw toForbidden(requestId);
  requireSecondFactor(user, requestId);
  if (needsRecentAuth(operation)) requireRecentAuth(user, now(), requestId);
}

const toForbidden = (requestId: string) =>
  new PortalError("forbidden", "Your account may not do this.", requestId);

/**
 * Limits a customer's call to what belongs to them, by the fields of what it names.
 * @throws PortalError 403 or 404 where it is not theirs.
 */
async function restrictInput<K extends OperationId>(
  { user, ownership }: CallContext,
  operation: K,
  input: ServiceInput<K>,
  requestId: string,
): Promise<ServiceInput<K>> {
  if (user.role === "staff") return input;
  const rule = getOwnershipRule(operation);
  if (!rule || !ownership) throw toForbidden(requestId);
  const query = await rule.before(ownership, input as never, requestId);
  return { ...input, query: query as ServiceInput<K>["query"] };
}

function requireSupport(
  { capabilities }: CallContext,
  operation: OperationId,
  requestId: string,
): void {
  if (capabilities.has(operation)) return;
  const detail = "The service lacks the operation that this needs.";
  throw new PortalError("not-offered", detail, requestId);
}

/**
 * Updates the portal's own copies of what a call changed. The service has already responded, so a
 * failure here is logged and does not fail the call.
 */
async function updateLocalData<K extends OperationId>(
  { db, cache, capabilities, user, now }: CallContext,
  operation: K,
  input: ServiceInput<K>,
  response: AnswerOf<K>,
): Promise<void> {
  try {
    await cacheResponse(cache, capabilities, operation, input, response);
    const { customer_id: id } = input.params as { customer_id?: string };
    if (operation === "deleteCustomer") await clearDeletedCustomer(cache, id!, now());
    if (operation === "updateCustomer" && user.customerId === id) {
      await renameAccount(db, user.id, (response as { name: string }).name);
    }
    if (operation === "updateCustomer") await applyLanguage(db, response as Customer);
  } catch (error) {
    log.error(
      { operation, reason: getErrorReason(error) },
      "Failed to update local data after a call",
    );
  }
}

/** Removes what is not a customer's own; the total is corrected, as it would count the removed. */
async function restrictResponse<K extends OperationId>(
  { user, ownership }: CallContext,
  operation: K,
  response: PortalResponse<K>,
): Promise<PortalResponse<K>> {
  const after = user.role === "staff" ? undefined : getOwnershipRule(operation)?.after;
  if (!after || !ownership) return response;
  const data = (await after(ownership, response.data, response.requestId)) as AnswerOf<K>;
  const removed = countItems(response.data) - countItems(data);
  return removed === 0 ? { ...response, data } : { ...response, data, total: countItems(data) };
}

const countItems = (response: unknown) => (response as { data?: unknown[] }).data?.length ?? 0;
