import type { AnswerOf, BodyInput, ParamsOf } from "@/lib/contract/operations.ts";
import { request } from "./request.ts";
import { buildOperationUrl, type PortalOperation } from "./routes.ts";

export { ProblemError } from "./request.ts";

/**
 * Sends an operation through the portal, once: it is never retried by itself.
 * @throws ProblemError; `isOutcomeUnknown(problem)` says when it may have happened all the same.
 */
export async function send<K extends PortalOperation>(
  operation: K,
  input: {
    params?: ParamsOf<K>;
    body?: BodyInput<K>;
    /** Headers of the operation. */
    headers?: Record<string, string>;
  },
): Promise<AnswerOf<K>> {
  const address = buildOperationUrl(operation, input.params);
  const answer = await request<AnswerOf<K>>(address, input.body, input.headers);
  return answer.data;
}
