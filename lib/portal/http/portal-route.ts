import type { z } from "zod";
import { operationOfRoute } from "../../i18n/audit-operations.ts";
import { env } from "../../env.ts";
import { refuseForeign, respond, respondProblem } from "./bff.ts";
import { checkAgainst } from "../service-client/validate-input.ts";
import { portalDeps, createPortalClientOn, type Portal } from "../client/portal-client.ts";
import type { PortalDeps } from "../service-client/portal-deps.ts";
import { requestIdHere } from "../context/request-context.ts";
import { portalRoutes, type PortalRoute } from "../auth/portal-routes.ts";
import {
  fromRequest,
  writeRefusal,
  type Params,
  type RouteHandler,
} from "../audit/audit-refusals.ts";
import { readJsonBody } from "./request-body.ts";
import { requireRight } from "../auth/rights.ts";
import { requireSecondFactor } from "../auth/require-mfa.ts";
import { currentUser, type User } from "../auth/session.ts";

/** One call of a route of the portal's own, checked. */
export interface PortalVisit<P, Q, B, U> extends PortalDeps {
  /** Who calls; null only on a route for anyone. */
  user: U;
  params: P;
  query: Q;
  body: B;
  requestId: string;
  request: Request;
  /** The service, as this user may use it. */
  openPortal(): Promise<Portal>;
}

/** What a route of the portal's own takes and does. A part without a schema is not read. */
export interface PortalAction<P, Q, B, U> {
  params?: z.ZodType<P>;
  query?: z.ZodType<Q>;
  /** JSON of at most 1 MiB. */
  body?: z.ZodType<B>;
  /** Answers what becomes JSON, or a finished response (a file, a stream). */
  answer(visit: PortalVisit<P, Q, B, U>): Promise<unknown>;
}

/** An action for who is signed in: `export const listPeople = portalAction({ … })`. */
export const portalAction = <P, Q, B>(action: PortalAction<P, Q, B, User>) => action;
/** An action for anyone; the user may be null. */
export const publicAction = <P, Q, B>(action: PortalAction<P, Q, B, User | null>) => action;

type UserOn<R extends PortalRoute> = (typeof portalRoutes)[R] extends "anyone" ? User | null : User;

/** What the portal's own routes stand on. */
export interface PortalRouteDoor {
  currentUser(): Promise<User | null>;
  deps: PortalDeps;
  publicUrl: string | undefined;
}

/** The handler of a route of our own: `export const GET = portalRoute("GET /api/people", listPeople);` */
export const portalRoute =
  <R extends PortalRoute, P, Q, B>(
    route: R,
    action: PortalAction<P, Q, B, UserOn<R>>,
  ): RouteHandler =>
  async (request, { params }) => {
    const door = { currentUser, deps: portalDeps(), publicUrl: env().PUBLIC_URL };
    return answerPortalRoute(door, route, action, request, await params);
  };

/**
 * Answers a call of a route of the portal's own: another site's page changes nothing (403), the
 * session (401) and the right (403) are looked at on every call, then the values (404, 422).
 */
export const answerPortalRoute = <R extends PortalRoute, P, Q, B>(
  door: PortalRouteDoor,
  route: R,
  action: PortalAction<P, Q, B, UserOn<R>>,
  request: Request,
  params: Params,
): Promise<Response> =>
  fromRequest(request, route, () => answerHere(door, route, action, request, params));

async function answerHere<R extends PortalRoute, P, Q, B>(
  door: PortalRouteDoor,
  route: R,
  action: PortalAction<P, Q, B, UserOn<R>>,
  request: Request,
  params: Params,
): Promise<Response> {
  const requestId = requestIdHere();
  let user: User | null = null;
  try {
    if (!route.startsWith("GET ")) refuseForeign(request, door.publicUrl, requestId);
    user = await door.currentUser();
    requireRight(user, portalRoutes[route], requestId);
    if (portalRoutes[route] !== "anyone") requireSecondFactor(user, requestId, route);
    const query = Object.fromEntries(new URL(request.url).searchParams);
    const body = action.body ? await readJsonBody(request, requestId) : undefined;
    const checked = checkAgainst(action, { params: params ?? {}, query, body }, requestId);
    const answer = await action.answer({
      ...door.deps,
      ...checked,
      user: user as UserOn<R>,
      requestId,
      request,
      openPortal: () => createPortalClientOn(door.deps, user!),
    });
    return answer instanceof Response ? answer : respond(answer ?? null, 200, requestId, {});
  } catch (error) {
    const { db } = door.deps;
    const reads = route.startsWith("GET ");
    const operation = operationOfRoute(route);
    await writeRefusal(error, () => ({ db, user, operation, params, requestId, reads }));
    return respondProblem(error, requestId);
  }
}
