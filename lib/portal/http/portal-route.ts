import type { z } from "zod";
import { operationOfRoute } from "../../i18n/audit-target.ts";
import { env } from "../../env.ts";
import { respond, respondProblem } from "./respond.ts";
import { refuseForeignOrigin, readJsonBody } from "./request-body.ts";
import { validateWith } from "../service-client/validate-input.ts";
import { getPortalDeps, createPortalClientWith, type Portal } from "../client/portal-client.ts";
import type { PortalDeps } from "../service-client/portal-deps.ts";
import { portalRoutes, type PortalRoute } from "../auth/portal-routes.ts";
import { withRequestContext, type RouteParams, type RouteHandler } from "./route-handler.ts";
import { auditRefusal } from "../audit/audit-refusals.ts";
import { requireRight } from "../auth/policy.ts";
import { requireSecondFactor } from "../auth/recent-auth.ts";
import { currentUser, type User } from "../auth/session.ts";

/** One validated call of a portal route. */
export interface PortalRequest<P, Q, B, U> extends PortalDeps {
  /** Who calls; null only on a public route. */
  user: U;
  params: P;
  query: Q;
  body: B;
  requestId: string;
  request: Request;
  /** The service as this user may use it. */
  createPortalClient(): Promise<Portal>;
}

/** The schemas and the handler of a portal route. A part without a schema is not read. */
interface PortalAction<P, Q, B, U> {
  params?: z.ZodType<P>;
  query?: z.ZodType<Q>;
  /** JSON of at most 1 MiB. */
  body?: z.ZodType<B>;
  /** Returns the JSON body, or a finished response (a file, a stream). */
  handle(call: PortalRequest<P, Q, B, U>): Promise<unknown>;
}

/** An action for signed-in users: `export const listUsers = portalAction({ … })`. */
export const portalAction = <P, Q, B>(action: PortalAction<P, Q, B, User>) => action;
/** An action for anyone; the user may be null. */
export const publicAction = <P, Q, B>(action: PortalAction<P, Q, B, User | null>) => action;

type UserOn<R extends PortalRoute> = (typeof portalRoutes)[R] extends "anyone" ? User | null : User;

/** The dependencies of the portal's own routes. */
interface PortalRouteDeps {
  currentUser(): Promise<User | null>;
  deps: PortalDeps;
  publicUrl: string | undefined;
}

/** Creates the handler of a portal route: `export const GET = portalRoute("GET /api/users", listUsers);` */
export const portalRoute =
  <R extends PortalRoute, P, Q, B>(
    route: R,
    action: PortalAction<P, Q, B, UserOn<R>>,
  ): RouteHandler =>
  async (request, { params }) => {
    const deps = { currentUser, deps: getPortalDeps(), publicUrl: env().PUBLIC_URL };
    return handlePortalRoute(deps, route, action, request, await params);
  };

/**
 * Handles a call of a portal route. Every call checks the origin of a change (403), the session
 * (401), the right and the second factor (403), then the input (404, 422).
 */
export const handlePortalRoute = <R extends PortalRoute, P, Q, B>(
  { currentUser, deps, publicUrl }: PortalRouteDeps,
  route: R,
  action: PortalAction<P, Q, B, UserOn<R>>,
  request: Request,
  params: RouteParams,
): Promise<Response> =>
  withRequestContext(request, route, async (requestId) => {
    const isRead = route.startsWith("GET ");
    let user: User | null = null;
    try {
      if (!isRead) refuseForeignOrigin(request, publicUrl, requestId);
      user = await currentUser();
      requireRight(user, portalRoutes[route], requestId);
      if (portalRoutes[route] !== "anyone") requireSecondFactor(user, requestId, route);
      const query = Object.fromEntries(new URL(request.url).searchParams);
      const body = action.body ? await readJsonBody(request, requestId) : undefined;
      const valid = validateWith(action, { params: params ?? {}, query, body }, requestId);
      const result = await action.handle({
        ...deps,
        ...valid,
        user: user as UserOn<R>,
        requestId,
        request,
        createPortalClient: () => createPortalClientWith(deps, user!),
      });
      return result instanceof Response ? result : respond(result ?? null, 200, requestId, {});
    } catch (error) {
      const operation = operationOfRoute(route);
      const call = { user, operation, params, requestId, reads: isRead };
      await auditRefusal(() => deps.db, error, call);
      return respondProblem(error, requestId);
    }
  });
