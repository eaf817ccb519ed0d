import { operations } from "../../lib/contract/index.ts";
import { policy } from "../../lib/portal/auth/policy.ts";
import { portalRoutes } from "../../lib/portal/auth/portal-routes.ts";
import { levels } from "../../lib/portal/db/schema.ts";
import { allOperations, apiPath, type Ids } from "./page-ids.ts";

/** A route that somebody may not use, with the status that says so. */
interface ClosedRoute {
  method: string;
  path: string;
  refusal: number;
}

/** Every route that nobody, or a customer, may not use; of those a customer may, what is others'. */
export function closedRoutes(who: "nobody" | "customer", others: Ids): ClosedRoute[] {
  const ofService = allOperations
    .filter((id) => who === "nobody" || policy[id].customer === "no" || isOfOne(id))
    .map((id) => ({
      method: operations[id].method.toUpperCase(),
      path: apiPath(id, others),
      refusal: who === "nobody" ? 401 : policy[id].customer === "no" ? 403 : 404,
    }));
  const own = Object.entries(portalRoutes)
    .filter(([, right]) => right !== "anyone")
    .filter(([, right]) => who === "nobody" || levels.includes(right as "viewer"))
    .map(([route]) => {
      const [method = "", address = ""] = route.split(" ");
      const path = address.replace(/\{\w+\}/g, crypto.randomUUID());
      return { method, path, refusal: who === "nobody" ? 401 : 403 };
    });
  return [...ofService, ...own];
}

/** A list is of what is theirs, whatever is asked; one thing is somebody's. */
const isOfOne = (id: (typeof allOperations)[number]) => operations[id].path.includes("{");
