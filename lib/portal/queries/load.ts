import { notFound, unstable_rethrow } from "next/navigation";
import type { Problem } from "../../contract/problem.ts";
import { PortalError } from "../context/errors.ts";
import { getRequestId } from "../context/request-context.ts";
import { toUnexpectedProblem } from "../http/respond.ts";
import type { AnswerOf, OperationId } from "@/lib/contract/operations.ts";
import type { CallInput } from "@/lib/portal/service-client/validate-input.ts";
import type { Portal } from "@/lib/portal/client/portal-client.ts";

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

/** The result; null on an error, so that the browser retries. */
export async function nullOnError<T>(answer: Promise<T>): Promise<T | null> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof PortalError) return null;
    throw error;
  }
}

/**
 * Reads what the browser will revalidate, so that the first render is complete and nothing moves;
 * null if the service does not support the operation or did not respond.
 */
export async function prefetch<K extends OperationId>(
  { supports, call }: Portal,
  operation: K,
  input: CallInput<K>,
): Promise<AnswerOf<K> | null> {
  if (!supports(operation)) return null;
  return (await nullOnError(call(operation, input)))?.data ?? null;
}
