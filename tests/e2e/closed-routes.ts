import { operations, type OperationId } from "../../lib/contract/index.ts";
import { policy } from "../../lib/portal/auth/policy.ts";
import { portalRoutes } from "../../lib/portal/auth/portal-routes.ts";
import { isChange } from "../../lib/portal/service-client/transport-errors.ts";
import { levels } from "../../lib/portal/db/schema.ts";
import { allOperations, apiPath, type Ids } from "./page-ids.ts";

/** A route that a caller may not use, with its status. */
export interface ClosedRoute {
  method: string;
  path: string;
  refusal: number;
  /** Its operation in the audit trail. */
  action: string;
  /** The parameters of its path in the audit trail; null without any. */
  target: string | null;
  isChange: boolean;
}

/** Every route closed without a session or to a customer; of those open to customers, other customers' data. */
export function closedRoutes(who: "nobody" | "customer", others: Ids): ClosedRoute[] {
  const ofService = allOperations
    .filter((id) => who === "nobody" || policy[id].customer === "no" || isOfOne(id))
    .map((id) => {
      // The tests send a name, and the body is validated before the ownership is looked up.
      const { method, body } = operations[id];
      const isValid = method !== "post" || body.safeParse({ name: "a name" }).success;
      const ofOthers = isValid ? 404 : 422;
      const refusal = who === "nobody" ? 401 : policy[id].customer === "no" ? 403 : ofOthers;
      return { ...routeOfOperation(id, others), refusal };
    });
  const own = Object.entries(portalRoutes)
    .filter(([, right]) => right !== "anyone")
    .filter(([, right]) => who === "nobody" || levels.includes(right as "viewer"))
    .map(([route]) => ({ ...ownRoute(route), refusal: who === "nobody" ? 401 : 403 }));
  return [...ofService, ...own];
}

/** Every route that changes something, refused as the call of another site's page. */
export const changingRoutes = (ids: Ids): ClosedRoute[] =>
  [
    ...allOperations.map((id) => routeOfOperation(id, ids)),
    ...Object.keys(portalRoutes).map((route) => ownRoute(route)),
  ]
    .filter(({ isChange }) => isChange)
    .map((route) => ({ ...route, refusal: 403 }));

function routeOfOperation(id: OperationId, ids: Ids) {
  const { method, path: pattern } = operations[id];
  const path = apiPath(id, ids);
  const target = targetOf(pattern.replace("/v1", "/api"), path);
  return { method: method.toUpperCase(), path, target, action: id, isChange: isChange(id) };
}

function ownRoute(route: string) {
  const [method = "", pattern = ""] = route.split(" ");
  const path = pattern.replace(/\{\w+\}/g, () => crypto.randomUUID());
  const target = targetOf(pattern, path);
  return { method, path, target, action: route, isChange: method !== "GET" };
}

function targetOf(pattern: string, path: string): string | null {
  const given = path.split("/").map(decodeURIComponent);
  const named = pattern
    .split("/")
    .flatMap((part, at) => (part.startsWith("{") ? [`${part.slice(1, -1)}=${given[at]}`] : []));
  return named.join(" ") || null;
}

/** Lists contain only own data, whatever the filter; a single resource has an owner. */
const isOfOne = (id: (typeof allOperations)[number]) => operations[id].path.includes("{");
