import type { AnswerOf, OperationId } from "@/lib/contract/operations.ts";
import type { CallInput } from "@/lib/portal/service-client/validate-input.ts";
import type { Portal } from "@/lib/portal/client/portal-client.ts";
import { PortalError } from "@/lib/portal/context/errors.ts";

/** What is read; null where it could not be, so that the browser asks again. */
export async function nullOnError<T>(answer: Promise<T>): Promise<T | null> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof PortalError) return null;
    throw error;
  }
}

/**
 * What the browser keeps fresh later, to draw a page with from the start, so that nothing moves when
 * it comes; null where the service has no such operation or did not answer.
 */
export async function prefetch<K extends OperationId>(
  { supports, call }: Portal,
  operation: K,
  input: CallInput<K>,
): Promise<AnswerOf<K> | null> {
  if (!supports(operation)) return null;
  return (await nullOnError(call(operation, input)))?.data ?? null;
}
