import {
  effectiveWindow,
  type AnswerOf,
  type Customer,
  type OperationId,
} from "../../contract/index.ts";
import { withActor } from "../service-client/on-behalf-of.ts";
import { audited } from "../audit/with-audit.ts";
import { auditTarget } from "../audit/audit-target.ts";
import { checkInput, type CallInput } from "../service-client/validate-input.ts";
import { followLanguage } from "../auth/customer-language.ts";
import { type Directory } from "../directory/types.ts";
import { assembleDirectory } from "../directory/read-model.ts";
import { PortalError } from "../context/errors.ts";
import { log, reasonOf } from "../context/log.ts";
import { ownershipOf } from "../directory/owned-resources.ts";
import { ownershipRule, type Ownership } from "../directory/customer-scope.ts";
import { mayUse, needsFreshProof } from "../auth/policy.ts";
import { requireFreshProof } from "../auth/recent-auth.ts";
import { remember, type Registry } from "../directory/local-cache.ts";
import { runtime } from "../runtime.ts";
import { withIdempotencyKey } from "../service-client/idempotency-key.ts";
import { requestIdHere } from "../context/request-context.ts";
import { requireSecondFactor } from "../auth/require-mfa.ts";
import type { Answer, PortalDeps } from "../service-client/portal-deps.ts";
import type { ServiceInput } from "../service-client/service-client.ts";
import type { Offered, OfferedHeader } from "../service-client/capabilities.ts";
import { changes } from "../service-client/transport-errors.ts";
import { disableCustomerAccounts, renameAccount } from "../db/accounts.ts";
import { revokeInvitations } from "../db/invitations.ts";
import type { User } from "../db/sessions.ts";

/** The portal as one user may use it. */
export interface Portal {
  user: User;
  /** Whether the service behind us has the operation; the documented ten always. */
  offers(operation: OperationId): boolean;
  /** Whether the service behind us says that it takes this header beside a control. */
  takes(header: OfferedHeader): boolean;
  /** Whether this role may use the operation at all. */
  may(operation: OperationId): boolean;
  /** @throws PortalError 401–504, in our words. */
  call<K extends OperationId>(operation: K, input: CallInput<K>): Promise<Answer<K>>;
  directory: Directory;
}

/** What this process stands on. */
export function portalDeps(): PortalDeps {
  const { db, client } = runtime();
  return { db, client, now: () => new Date() };
}

/** The one door to the service for a signed-in user; what a page reads through it has a time in all. */
export function createPortalClient(user: User): Promise<Portal> {
  const ground = portalDeps();
  return createPortalClientOn({ ...ground, client: ground.client.forOnePage() }, user);
}

/** The same, on a given database and service. */
export async function createPortalClientOn(deps: PortalDeps, user: User): Promise<Portal> {
  const { client, db } = deps;
  const offered = await client.offered();
  const registry: Registry = { db, service: client.service };
  const own = ownershipOf(user, offered, client, registry);
  const portal = {
    user,
    offers: (operation: OperationId) => offered.has(operation),
    takes: (header: OfferedHeader) => offered.headers.has(header),
    may: (operation: OperationId) => mayUse(user, operation),
    call: <K extends OperationId>(operation: K, input: CallInput<K>) =>
      callFor({ ...deps, user, offered, registry, own }, operation, input),
  };
  return { ...portal, directory: assembleDirectory(portal, registry, deps.now) };
}

interface CallContext extends PortalDeps {
  user: User;
  offered: Offered;
  registry: Registry;
  own: Ownership | null;
}

async function callFor<K extends OperationId>(
  visit: CallContext,
  operation: K,
  given: CallInput<K>,
): Promise<Answer<K>> {
  const requestId = requestIdHere();
  if (!mayUse(visit.user, operation)) throw forbidden(requestId);
  requireSecondFactor(visit.user, requestId);
  if (needsFreshProof(operation)) requireFreshProof(visit.user, visit.now(), requestId);
  const checked = checkInput(operation, given, requestId);
  const granted = await allowed(visit, operation, checked, requestId);
  const input = withActor(visit.user, operation, granted);
  if (!visit.offered.has(operation)) {
    const words = "The service lacks the operation that this needs.";
    throw new PortalError("not-offered", words, requestId);
  }
  const sent = withIdempotencyKey(operation, input);
  const { data, total } = await ask(visit, operation, sent, requestId);
  await afterwards(visit, operation, input, data);
  return narrowed(visit, operation, { data, total, requestId });
}

const forbidden = (requestId: string) =>
  new PortalError("forbidden", "Your account may not do this.", requestId);

async function allowed<K extends OperationId>(
  { user, own }: CallContext,
  operation: K,
  input: ServiceInput<K>,
  requestId: string,
): Promise<ServiceInput<K>> {
  if (user.role === "staff") return input;
  const rule = ownershipRule(operation);
  if (!rule || !own) throw forbidden(requestId);
  const query = await rule.before(own, input as never, requestId);
  return { ...input, query: query as ServiceInput<K>["query"] };
}

/** A total that counted what was left out would tell of others' things. */
async function narrowed<K extends OperationId>(
  { user, own }: CallContext,
  operation: K,
  answer: Answer<K>,
): Promise<Answer<K>> {
  const after = user.role === "staff" ? undefined : ownershipRule(operation)?.after;
  if (!after || !own) return answer;
  const data = (await after(own, answer.data, answer.requestId)) as AnswerOf<K>;
  const left = lengthOf(answer.data) - lengthOf(data);
  return left === 0 ? { ...answer, data } : { ...answer, data, total: lengthOf(data) };
}

const lengthOf = (answer: unknown) => (answer as { data?: unknown[] }).data?.length ?? 0;

/** Calls the service; what changes something there is written down before and after. */
async function ask<K extends OperationId>(
  { db, client, user }: CallContext,
  operation: K,
  input: ServiceInput<K>,
  requestId: string,
) {
  const call = () => client.call(operation, input, requestId);
  if (!changes(operation)) return call();
  const target = auditTarget(operation, input);
  return audited(db, { user, operation, target, requestId }, call, ({ data }) => ({
    target: auditTarget(operation, input, data),
    window: effectiveWindow(operation, data),
  }));
}

/** What the portal itself keeps in step. The service has answered: nothing here may undo that. */
async function afterwards<K extends OperationId>(
  { db, registry, offered, user, now }: CallContext,
  operation: K,
  input: ServiceInput<K>,
  answer: AnswerOf<K>,
): Promise<void> {
  try {
    await remember(registry, offered, operation, input, answer);
    const { customer_id: id } = input.params as { customer_id?: string };
    if (operation === "deleteCustomer") {
      await disableCustomerAccounts(db, id!, now());
      await revokeInvitations(db, { customerId: id! }, now());
    }
    if (operation === "updateCustomer" && user.customerId === id) {
      await renameAccount(db, user.id, (answer as { name: string }).name);
    }
    if (operation === "updateCustomer") await followLanguage(db, answer as Customer);
  } catch (error) {
    log.error({ operation, reason: reasonOf(error) }, "an answer could not be remembered");
  }
}
