import { operations, PROBLEM_TYPE, type OperationId } from "../../contract/index.ts";
import { isDatabaseAway } from "../../database/is-database-unavailable.ts";
import { env } from "../../env.ts";
import { createPortalClient, type Portal } from "../client/portal-client.ts";
import { PortalError } from "../context/errors.ts";
import { log, reasonOf } from "../context/log.ts";
import { requestIdHere } from "../context/request-context.ts";
import { readJsonBody } from "./request-body.ts";
import {
  fromRequest,
  writeRefusal,
  type Params,
  type RouteHandler,
} from "../audit/audit-refusals.ts";
import { runtime } from "../runtime.ts";
import { changes } from "../service-client/transport-errors.ts";
import { currentUser, type User } from "../auth/session.ts";
import type { Database } from "../db/database.ts";

/** What the browser's way in stands on. */
export interface BffDoor {
  currentUser(): Promise<User | null>;
  openPortal(user: User): Promise<Portal>;
  publicUrl: string | undefined;
  /** Where refused attempts at a change are written down. */
  trail?: () => Database;
}

const DATABASE_RETRY_S = 5;

/** The route handler of one operation: `export const POST = bff("controlGroup");` */
export const bff =
  (operation: OperationId): RouteHandler =>
  async (request, { params }) =>
    answerBff(
      {
        currentUser,
        openPortal: createPortalClient,
        publicUrl: env().PUBLIC_URL,
        trail: () => runtime().db,
      },
      operation,
      request,
      await params,
    );

/** Answers a browser's call of an operation with the contract's JSON, or with a problem. */
export const answerBff = (
  door: BffDoor,
  operation: OperationId,
  request: Request,
  params: Params,
): Promise<Response> =>
  fromRequest(request, operation, () => answerHere(door, operation, request, params));

async function answerHere(
  door: BffDoor,
  operation: OperationId,
  request: Request,
  params: Params,
): Promise<Response> {
  const requestId = requestIdHere();
  let user: User | null = null;
  try {
    const { method, body: bodySchema } = operations[operation];
    if (method !== "get") refuseForeign(request, door.publicUrl, requestId);
    user = await door.currentUser();
    if (!user) throw new PortalError("signed-out", "Sign in first.", requestId);
    const query = Object.fromEntries(new URL(request.url).searchParams);
    const hasBody = !bodySchema.safeParse(undefined).success;
    const body = hasBody ? await readJsonBody(request, requestId) : undefined;
    const portal = await door.openPortal(user);
    const headers = headersFor(operation, request);
    const answer = await portal.call(operation, {
      params: params ?? {},
      query,
      headers,
      body,
    } as never);
    return respond(answer.data, 200, answer.requestId, totalHeader(answer.total));
  } catch (error) {
    const { trail } = door;
    const reads = !changes(operation);
    if (trail)
      await writeRefusal(error, () => ({ db: trail(), user, operation, params, requestId, reads }));
    return respondProblem(error, requestId);
  }
}

/** Of what the browser sent, the headers that the operation takes beside its body; no others. */
function headersFor(operation: OperationId, request: Request): Record<string, string> {
  const sent = Object.keys(operations[operation].headers.shape).map((name) => [
    name,
    request.headers.get(name),
  ]);
  return Object.fromEntries(sent.filter(([, value]) => value !== null));
}

/** @throws PortalError 403 when another site's page made the request. */
export function refuseForeign(
  request: Request,
  publicUrl: string | undefined,
  requestId: string,
): void {
  if (isSameOrigin(request.headers, publicUrl)) return;
  const words = "Changes are accepted only from this portal's own pages.";
  throw new PortalError("forbidden", words, requestId, { code: "foreign-page" });
}

/** The problem an error stands for; what we did not foresee says nothing of its inside. */
export function respondProblem(error: unknown, requestId: string): Response {
  const known = error instanceof PortalError ? error : unforeseen(error, requestId);
  const { problem, status, retryAfter } = known;
  return respond(problem, status, problem.request_id, {
    "Content-Type": PROBLEM_TYPE,
    ...(retryAfter === undefined ? {} : { "Retry-After": String(retryAfter) }),
  });
}

/**
 * What no one told in words: the portal's own database is away, or what we did not foresee. It is
 * written to the log, and told without anything of its inside.
 */
export function unforeseen(error: unknown, requestId: string): PortalError {
  log.error({ requestId, reason: reasonOf(error) }, "a call failed");
  if (isDatabaseAway(error)) {
    const words = "If you were changing something, first check whether it was saved.";
    return new PortalError("records-away", words, requestId, { retryAfter: DATABASE_RETRY_S });
  }
  const words = "This was logged. Quote the request ID if you report it.";
  return new PortalError("internal", words, requestId);
}

/** JSON that no cache keeps and no page runs. */
export function respond(
  body: unknown,
  status: number,
  requestId: string,
  headers: Record<string, string>,
): Response {
  return new Response(JSON.stringify(body), {
    status,
    headers: {
      "Content-Type": "application/json",
      "Cache-Control": "no-store",
      "X-Content-Type-Options": "nosniff",
      "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'",
      "X-Request-Id": requestId,
      ...headers,
    },
  });
}

const totalHeader = (total: number | null): Record<string, string> =>
  total === null ? {} : { "X-Total-Count": String(total) };

/**
 * Whether a state-changing request comes from our own pages, or from no page at all. Browsers say
 * so in `Sec-Fetch-Site`; where that is absent (plain http on a local network, older browsers) the
 * `Origin` has to be ours. A request with neither is refused.
 */
function isSameOrigin(headers: Headers, publicUrl: string | undefined): boolean {
  const site = headers.get("sec-fetch-site");
  if (site !== null) return site === "same-origin" || site === "none";
  const origin = headers.get("origin");
  if (origin === null || !URL.canParse(origin)) return false;
  const ours = publicUrl === undefined ? undefined : new URL(publicUrl);
  if (ours && origin === ours.origin) return true;
  const { protocol, host } = new URL(origin);
  const secureEnough = ours?.protocol !== "https:" || protocol === "https:";
  return /^https?:$/.test(protocol) && secureEnough && host === headers.get("host");
}
