import { respondProblem } from "./bff.ts";
import { PortalError } from "../context/errors.ts";
import { requestIdHere } from "../context/request-context.ts";
import { requireRight } from "../auth/rights.ts";
import { currentUser, type User } from "../auth/session.ts";

/** Answers a call under `/api` that no route takes: 401 without a session, else 404. */
export async function answerUnknown(user: () => Promise<User | null>): Promise<Response> {
  const requestId = requestIdHere();
  try {
    requireRight(await user(), "signed-in", requestId);
    throw new PortalError("not-found", "Nothing stands at this address.", requestId);
  } catch (error) {
    return respondProblem(error, requestId);
  }
}

/** The handler of every address under `/api` that has no route. */
export const unknownRoute = () => answerUnknown(currentUser);
