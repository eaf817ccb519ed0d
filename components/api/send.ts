import type { AnswerOf, BodyInput, ParamsOf } from "@/lib/contract/operations.ts";
import { request } from "./request.ts";
import { addressOf, type PortalOperation } from "./routes.ts";

export { ProblemError } from "./request.ts";

/**
 * Orders something through the portal, once: it is never repeated by itself.
 * @throws ProblemError; `isOutcomeUnknown(problem)` says when it may have happened all the same.
 */
export async function send<K extends PortalOperation>(
  operation: K,
  input: { params?: ParamsOf<K>; body?: BodyInput<K> },
): Promise<AnswerOf<K>> {
  const answer = await request<AnswerOf<K>>(addressOf(operation, input.params), input.body);
  return answer.data;
}
