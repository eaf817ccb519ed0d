import { respondProblem } from "./bff.ts";
import { PortalError } from "../context/errors.ts";
import { requestIdHere } from "../context/request-context.ts";
import { fromRequest, writeUnknownAddress } from "../audit/audit-refusals.ts";
import { requireRight } from "../auth/rights.ts";
import { runtime } from "../runtime.ts";
import { currentUser, type User } from "../auth/session.ts";
import type { Database } from "../db/database.ts";

/** What a call of an address without a route stands on. */
export interface UnknownRouteDoor {
  currentUser(): Promise<User | null>;
  /** Where it is written down. */
  trail(): Database;
}

/** Answers a call under `/api` that no route takes: 401 without a session, else 404. */
export const answerUnknown = (door: UnknownRouteDoor, request: Request): Promise<Response> =>
  fromRequest(request, "none", () => answerHere(door, request));

async function answerHere(door: UnknownRouteDoor, request: Request): Promise<Response> {
  const requestId = requestIdHere();
  let user: User | null = null;
  try {
    user = await door.currentUser();
    requireRight(user, "signed-in", requestId);
    throw new PortalError("not-found", "There is nothing at this address.", requestId);
  } catch (error) {
    await writeUnknownAddress(error, request, () => ({ db: door.trail(), user, requestId }));
    return respondProblem(error, requestId);
  }
}

/** The handler of every address under `/api` that has no route. */
export const unknownRoute = (request: Request) =>
  answerUnknown({ currentUser, trail: () => runtime().db }, request);
