import { operations, type OperationId } from "../../contract/index.ts";
import type { ServiceInput } from "./service-client.ts";
import type { User } from "../db/sessions.ts";

const LONGEST = 200;

/** As whom the service knows somebody of the portal: their address, in ASCII. */
export const actorOf = ({ email }: Pick<User, "email">): string =>
  encodeURI(email.toLowerCase()).slice(0, LONGEST);

/**
 * The same call in the name of whoever is signed in, where the service keeps who asked. What a
 * browser sent in its place does not count.
 */
export function withActor<K extends OperationId>(
  user: User,
  operation: K,
  input: ServiceInput<K>,
): ServiceInput<K> {
  if (!Object.hasOwn(operations[operation].headers.shape, "Control-Actor")) return input;
  return { ...input, headers: { ...input.headers, "Control-Actor": actorOf(user) } };
}
