import { randomUUID } from "node:crypto";
import { operations, type OperationId } from "../contract/index.ts";
import type { ServiceInput } from "./service-client.ts";
import type { Offered } from "./service-offers.ts";

const KEY = "Idempotency-Key";

/**
 * A change under one idempotency key: the browser's, else one made for this call. A service that does
 * not list the header at the operation is not sent it.
 */
export function underOneKey<K extends OperationId>(
  offered: Offered,
  operation: K,
  input: ServiceInput<K>,
): ServiceInput<K> {
  if (!operations[operation].changes) return input;
  const { [KEY]: given, ...headers } = input.headers ?? {};
  if (!offered.takes(operation, KEY)) return { ...input, headers };
  return { ...input, headers: { ...headers, [KEY]: given ?? randomUUID() } };
}
