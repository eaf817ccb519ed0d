import { operations, type OperationId } from "../../contract/index.ts";
import { env } from "../../env.ts";
import { auditRefusal } from "../audit/audit-refusals.ts";
import { currentUser, type User } from "../auth/session.ts";
import { createPortalClient, type Portal } from "../client/portal-client.ts";
import { PortalError } from "../context/errors.ts";
import type { Database } from "../db/database.ts";
import { runtime } from "../runtime.ts";
import { isChange } from "../service-client/transport-errors.ts";
import type { CallInput } from "../service-client/validate-input.ts";
import { readJsonBody, refuseForeignOrigin } from "./request-body.ts";
import { respond, respondProblem } from "./respond.ts";
import { withRequestContext, type RouteHandler, type RouteParams } from "./route-handler.ts";

/** The dependencies of the operation routes. */
export interface BffDeps {
  currentUser(): Promise<User | null>;
  createPortalClient(user: User): Promise<Portal>;
  publicUrl: string | undefined;
  /** The database that refused calls are recorded in. */
  auditDb?: () => Database;
}

/** Creates the route handler of one operation: `export const POST = bff("controlGroup");` */
export const bff =
  (operation: OperationId): RouteHandler =>
  async (request, { params }) => {
    const auditDb = () => runtime().db;
    const deps = { currentUser, createPortalClient, publicUrl: env().PUBLIC_URL, auditDb };
    return handleOperation(deps, operation, request, await params);
  };

/**
 * Handles a browser's call of an operation; responds with the contract's JSON or with a problem.
 * `portal.call` authorises, validates, audits and calls the service.
 */
export const handleOperation = (
  deps: BffDeps,
  operation: OperationId,
  request: Request,
  params: RouteParams,
): Promise<Response> =>
  withRequestContext(request, operation, async (requestId) => {
    let user: User | null = null;
    try {
      if (operations[operation].method !== "get")
        refuseForeignOrigin(request, deps.publicUrl, requestId);
      user = await authenticate(deps.currentUser, requestId);
      const input = await readInput(operation, request, params, requestId);
      const portal = await deps.createPortalClient(user);
      const response = await portal.call(operation, input);
      return respond(response.data, 200, response.requestId, totalHeader(response.total));
    } catch (error) {
      const call = { user, operation, params, requestId, reads: !isChange(operation) };
      if (deps.auditDb) await auditRefusal(deps.auditDb, error, call);
      return respondProblem(error, requestId);
    }
  });

async function authenticate(getUser: BffDeps["currentUser"], requestId: string): Promise<User> {
  const user = await getUser();
  if (!user) throw new PortalError("signed-out", "Sign in first.", requestId);
  return user;
}

/** Reads what the browser sent, unvalidated: of its headers only those of the operation. */
async function readInput<K extends OperationId>(
  operation: K,
  request: Request,
  params: RouteParams,
  requestId: string,
): Promise<CallInput<K>> {
  const { headers, body } = operations[operation];
  const hasBody = !body.safeParse(undefined).success;
  const sent = Object.keys(headers.shape).map((name) => [name, request.headers.get(name)]);
  const input = {
    params: params ?? {},
    query: Object.fromEntries(new URL(request.url).searchParams),
    headers: Object.fromEntries(sent.filter(([, value]) => value !== null)),
    body: hasBody ? await readJsonBody(request, requestId) : undefined,
  };
  return input as CallInput<K>;
}

const totalHeader = (total: number | null): Record<string, string> =>
  total === null ? {} : { "X-Total-Count": String(total) };
