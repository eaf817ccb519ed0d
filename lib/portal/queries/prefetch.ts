import type { AnswerOf, OperationId } from "@/lib/contract/operations.ts";
import type { CallInput } from "@/lib/portal/service-client/validate-input.ts";
import type { Portal } from "@/lib/portal/client/portal-client.ts";
import { PortalError } from "@/lib/portal/context/errors.ts";

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
