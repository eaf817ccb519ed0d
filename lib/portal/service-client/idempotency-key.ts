import { randomUUID } from "node:crypto";
import { operations, type OperationId } from "../../contract/index.ts";
import type { ServiceInput } from "./service-client.ts";

const KEY = "Idempotency-Key";

/**
 * A change under one idempotency key: the browser's, else one made for this call. Whatever is known
 * of the service: one that does not take keys leaves it unread.
 */
export function withIdempotencyKey<K extends OperationId>(
  operation: K,
  input: ServiceInput<K>,
): ServiceInput<K> {
  if (!operations[operation].changes) return input;
  const key = input.headers?.[KEY] ?? randomUUID();
  return { ...input, headers: { ...input.headers, [KEY]: key } };
}
