import type { PortalDeps } from "../../lib/portal/service-client/portal-deps.ts";
import { handlePortalRoute } from "../../lib/portal/http/portal-route.ts";
import type { PortalRoute } from "../../lib/portal/auth/portal-routes.ts";
import type { User } from "../../lib/portal/db/sessions.ts";
import { nextParams } from "./route-files.ts";

const HOST = "portal.example:3000";

export interface PortalRouteCall {
  /** The signed-in user, or null. */
  user: User | null;
  params?: Record<string, string>;
  query?: string;
  body?: unknown;
  headers?: Record<string, string>;
}

/** Calls a portal route like a page of the portal. */
export function callPortalRoute(
  deps: PortalDeps,
  route: PortalRoute,
  action: object,
  { user, params = {}, query = "", body, headers = {} }: PortalRouteCall,
): Promise<Response> {
  const [method = "GET", path = ""] = route.split(" ");
  const request = new Request(`http://${HOST}${path}${query}`, {
    method,
    headers: {
      host: HOST,
      "sec-fetch-site": "same-origin",
      ...(body === undefined ? {} : { "content-type": "application/json" }),
      ...headers,
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const routeDeps = { currentUser: async () => user, deps, publicUrl: undefined };
  return handlePortalRoute(routeDeps, route, action as never, request, nextParams(params));
}
