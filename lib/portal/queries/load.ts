import { notFound, unstable_rethrow } from "next/navigation";
import type { Problem } from "../../contract/problem.ts";
import { PortalError } from "../context/errors.ts";
import { getRequestId } from "../context/request-context.ts";
import { toUnexpectedProblem } from "../http/respond.ts";

/** What was read, or the problem that prevented it. */
export type Loaded<T> = { data: T; problem: null } | { data: null; problem: Problem };

/**
 * Reads a page's data. An error becomes a problem with the request id, because React strips the
 * message of an error thrown while rendering. A 404 becomes the not-found page; redirects pass
 * through.
 */
export async function load<T>(read: () => Promise<T>): Promise<Loaded<T>> {
  try {
    return { data: await read(), problem: null };
  } catch (error) {
    unstable_rethrow(error);
    const expected =
      error instanceof PortalError ? error : toUnexpectedProblem(error, getRequestId());
    if (expected.status === 404) notFound();
    return { data: null, problem: expected.problem };
  }
}
