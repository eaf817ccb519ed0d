import { auditUnknownAddress } from "../audit/audit-refusals.ts";
import { requireRight } from "../auth/policy.ts";
import { currentUser, type User } from "../auth/session.ts";
import { PortalError } from "../context/errors.ts";
import type { Database } from "../db/database.ts";
import { runtime } from "../runtime.ts";
import { respondProblem } from "./respond.ts";
import { withRequestContext } from "./route-handler.ts";

/** The dependencies of the handler of unknown paths. */
interface UnknownRouteDeps {
  currentUser(): Promise<User | null>;
  /** The database that the call is recorded in. */
  auditDb(): Database;
}

/** Responds to a call under `/api` that has no route: 401 without a session, else 404. */
export const handleUnknownRoute = (deps: UnknownRouteDeps, request: Request): Promise<Response> =>
  withRequestContext(request, "none", async (requestId) => {
    let user: User | null = null;
    try {
      user = await deps.currentUser();
      requireRight(user, "signed-in", requestId);
      throw new PortalError("not-found", "There is nothing at this address.", requestId);
    } catch (error) {
      await auditUnknownAddress(deps.auditDb, error, request, { user, requestId });
      return respondProblem(error, requestId);
    }
  });

/** The handler of every path under `/api` that has no route. */
export const unknownRoute = (request: Request) =>
  handleUnknownRoute({ currentUser, auditDb: () => runtime().db }, request);
