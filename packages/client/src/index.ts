import createFetchClient from "openapi-fetch";
import { toProblemError } from "./problem.ts";
import { sendWithRetries, type RetryOptions } from "./retry.ts";
import { routes, type components, type operations, type paths } from "./schema.ts";

export { ProblemError, type Problem } from "./problem.ts";
export type { components, operations, paths } from "./schema.ts";

/** The name of an operation, as in the API reference. */
export type OperationId = keyof typeof routes;
/** The types of the document by name: `Schema<"ControlDetail">`. */
export type Schema<Name extends keyof components["schemas"]> = components["schemas"][Name];

type Defined<T> = { [K in keyof T as T[K] extends undefined ? never : K]: T[K] };
type Parameters<K extends OperationId> = Defined<Required<operations[K]["parameters"]>>;
type Optional<T> = { [K in keyof T]?: T[K] };
/** Parameters are optional unless one of them is required. */
type Given<T> = {
  [K in keyof T as Record<never, never> extends T[K] ? never : K]: T[K];
} & { [K in keyof T as Record<never, never> extends T[K] ? K : never]?: T[K] };
type Body<K extends OperationId> = operations[K] extends {
  requestBody: { content: { "application/json": infer B } };
}
  ? { body: B }
  : Record<never, never>;

/** What an operation takes: `path`, `query`, `header` and `body`, as far as it has them. */
export type Input<K extends OperationId> = Given<Parameters<K>> &
  Body<K> & {
    /** Ends the request and its retries. */
    signal?: AbortSignal;
  };
/** What an operation answers. */
export type Answer<K extends OperationId> = operations[K] extends {
  responses: { 200: { content: { "application/json": infer A } } };
}
  ? A
  : never;

type Operation<K extends OperationId> =
  Record<never, never> extends Input<K>
    ? (input?: Input<K>) => Promise<Answer<K>>
    : (input: Input<K>) => Promise<Answer<K>>;

/** The lists, and what they list. */
type ListId = {
  [K in OperationId]: Answer<K> extends { data: unknown[] }
    ? operations[K]["parameters"] extends { query?: { page?: number } }
      ? K
      : never
    : never;
}[OperationId];
type Item<K extends ListId> = Answer<K> extends { data: (infer I)[] } ? I : never;

/** One method for each operation of the service. */
export type CurtailClient = { readonly [K in OperationId]: Operation<K> } & {
  /** Every item of a list, page by page, as the `Link` header leads. */
  all<K extends ListId>(operation: K, input?: Optional<Input<K>>): AsyncGenerator<Item<K>>;
};

/** The settings of a client. */
export interface ClientOptions extends Partial<RetryOptions> {
  /** The address of the service, such as `https://flex.example`. */
  baseUrl: string;
  /** Sent as `X-API-Key`. Keep it on a server: whoever has it acts for you. */
  apiKey: string;
  /** How requests are sent; the global `fetch` when not given. */
  fetch?: (request: Request) => Promise<Response>;
}

interface AnyInput {
  path?: object;
  query?: object;
  header?: Record<string, string>;
  body?: unknown;
  signal?: AbortSignal;
}

const newKey = () => crypto.randomUUID();
const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

/** The address of the next page in a `Link` header (RFC 8288). */
const nextPage = (link: string | null) => link?.match(/<([^>]*)>;\s*rel="next"/)?.[1];

/**
 * A client of the service. Each operation is a method that resolves to its answer.
 * Changes are sent with an `Idempotency-Key`, a new one for each call unless `header` has one, so
 * that a retry never makes a change twice.
 * @throws ProblemError when the service refuses or fails; `TypeError` when it cannot be reached
 */
export function createClient(options: ClientOptions): CurtailClient {
  const { baseUrl, apiKey, attempts = 5, maxWaitMs = 30_000, sleep = pause } = options;
  const send = options.fetch ?? ((request: Request) => fetch(request));
  const retries = { attempts, maxWaitMs, sleep };
  const client = createFetchClient<paths>({
    baseUrl,
    headers: { "X-API-Key": apiKey },
    fetch: async (request) => {
      const response = await sendWithRetries(send, request, retries);
      if (!response.ok) throw await toProblemError(response);
      return response;
    },
  });
  const call = async (operation: OperationId, input: AnyInput = {}) => {
    const [method, path] = routes[operation];
    const { path: inPath, query, header, body, signal } = input;
    const key = method === "GET" ? {} : { "Idempotency-Key": newKey() };
    const { data, response } = await client.request(
      method.toLowerCase() as "get",
      path as never,
      {
        params: { path: inPath, query, header: { ...key, ...header } },
        ...(body !== undefined && { body }),
        ...(signal && { signal }),
      } as never,
    );
    return { data: data as unknown, response };
  };
  async function* all(operation: OperationId, input: AnyInput = {}) {
    let query: object = { page_size: 100, ...input.query };
    for (;;) {
      const { data, response } = await call(operation, { ...input, query });
      yield* (data as { data: unknown[] }).data;
      const next = nextPage(response.headers.get("Link"));
      if (next === undefined) return;
      query = Object.fromEntries(new URL(next, baseUrl).searchParams);
    }
  }
  const methods = Object.keys(routes).map((operation) => [
    operation,
    async (input?: AnyInput) => (await call(operation as OperationId, input)).data,
  ]);
  return { ...Object.fromEntries(methods), all } as CurtailClient;
}
