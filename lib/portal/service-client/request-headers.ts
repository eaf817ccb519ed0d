import { randomUUID } from "node:crypto";
import { documentedOperations, operations, type OperationId } from "../../contract/index.ts";
import type { Capabilities } from "./capabilities.ts";
import type { ServiceInput } from "./service-client.ts";
import type { User } from "../db/sessions.ts";

const MAX_ACTOR_LENGTH = 200;

/** The actor name of a portal user at the service: their e-mail address, in ASCII. */
export const toActor = ({ email }: Pick<User, "email">): string =>
  encodeURI(email.toLowerCase()).slice(0, MAX_ACTOR_LENGTH);

const ACTOR = "Control-Actor";

/**
 * Sets the signed-in user as the actor where the operation records one. An actor that a browser
 * sent is replaced. A service that issues controls without storing who did receives no name.
 */
export function withActor<K extends OperationId>(
  user: User,
  operation: K,
  input: ServiceInput<K>,
  capabilities: Pick<Capabilities, "supportsHeader">,
): ServiceInput<K> {
  if (!Object.hasOwn(operations[operation].headers.shape, ACTOR)) return input;
  const isDocumented = (documentedOperations as OperationId[]).includes(operation);
  const { [ACTOR]: _, ...headers }: { [ACTOR]?: unknown } = input.headers ?? {};
  const actor =
    isDocumented && !capabilities.supportsHeader(operation, ACTOR)
      ? {}
      : { [ACTOR]: toActor(user) };
  return { ...input, headers: { ...headers, ...actor } };
}

const KEY = "Idempotency-Key";

/**
 * Adds an idempotency key to a change: the browser's, else a new one. Capabilities are not checked:
 * a service that does not support keys ignores the header.
 */
export function withIdempotencyKey<K extends OperationId>(
  operation: K,
  input: ServiceInput<K>,
): ServiceInput<K> {
  if (!operations[operation].changes) return input;
  const key = input.headers?.[KEY] ?? randomUUID();
  return { ...input, headers: { ...input.headers, [KEY]: key } };
}
