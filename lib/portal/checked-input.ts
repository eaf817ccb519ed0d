import type { z } from "zod";
import {
  operations,
  type BodyInput,
  type OperationId,
  type ParamsOf,
  type Problem,
  type QueryInput,
  type QueryOf,
} from "../contract/index.ts";
import { PortalError } from "./errors.ts";
import type { ServiceInput } from "./service-client.ts";

/** What a caller gives an operation, before it is checked. */
export interface CallInput<K extends OperationId> {
  params?: ParamsOf<K>;
  query?: QueryInput<K>;
  body?: BodyInput<K>;
}

/**
 * Checks a call against the contract and fills in its defaults.
 * @throws PortalError 404 for an identifier nothing can have, 422 with a pointer per wrong value.
 */
export function checkInput<K extends OperationId>(
  operation: K,
  input: CallInput<K>,
  requestId: string,
): ServiceInput<K> {
  const { params, query, body } = operations[operation];
  const path = params.safeParse(input.params ?? {});
  if (!path.success) {
    throw new PortalError("not-found", "Nothing has this identifier.", requestId);
  }
  const asked = query.safeParse(input.query ?? {});
  const sent = body.safeParse(input.body);
  refuseWrong([...inQuery(asked.error), ...inBody(sent.error)], requestId);
  return { params: path.data, query: asked.data, body: sent.data } as ServiceInput<K>;
}

/** Checks a query by itself. @throws PortalError 422 with a pointer per wrong value. */
export function checkQuery<K extends OperationId>(
  operation: K,
  query: QueryInput<K>,
  requestId: string,
): QueryOf<K> {
  const asked = operations[operation].query.safeParse(query);
  refuseWrong(inQuery(asked.error), requestId);
  return asked.data as QueryOf<K>;
}

type Wrong = NonNullable<Problem["errors"]>;

function refuseWrong(errors: Wrong, requestId: string): void {
  if (errors.length === 0) return;
  throw new PortalError("invalid", "Correct what is listed and try again.", requestId, { errors });
}

const inQuery = (error: z.ZodError | undefined) => pointers(error, (path) => `query/${path}`);
const inBody = (error: z.ZodError | undefined) =>
  pointers(error, (path) => (path === "" ? "#" : `#/${path}`));

function pointers(error: z.ZodError | undefined, pointer: (path: string) => string): Wrong {
  return (error?.issues ?? []).slice(0, 20).flatMap((issue) => {
    const path = issue.path.map(escaped);
    const places = issue.code === "unrecognized_keys" ? issue.keys.map(escaped) : [undefined];
    return places.map((key) => ({
      pointer: pointer([...path, ...(key === undefined ? [] : [key])].join("/").slice(0, 200)),
      detail: issue.code === "unrecognized_keys" ? "is not a known field" : issue.message,
    }));
  });
}

const escaped = (part: PropertyKey) => String(part).replaceAll("~", "~0").replaceAll("/", "~1");
