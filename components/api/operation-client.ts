import type { AnswerOf, BodyInput, ParamsOf } from "@/lib/contract/operations.ts";
import { request } from "./request.ts";
import { buildOperationUrl, type PortalOperation } from "./routes.ts";

export { ProblemError } from "./request.ts";

/**
 * Orders something through the portal, once: it is never repeated by itself.
 * @throws ProblemError; `isOutcomeUnknown(problem)` says when it may have happened all the same.
 */
export async function send<K extends PortalOperation>(
  operation: K,
  input: {
    params?: ParamsOf<K>;
    body?: BodyInput<K>;
    /** Headers of the operation that travel beside its body. */
    headers?: Record<string, string>;
  },
): Promise<AnswerOf<K>> {
  const address = buildOperationUrl(operation, input.params);
  const answer = await request<AnswerOf<K>>(address, input.body, input.headers);
  return answer.data;
}
