import { expect } from "@playwright/test";
import {
  operations,
  type AnswerOf,
  type BodyInput,
  type OperationId,
  type ParamsOf,
  type QueryInput,
} from "../../lib/contract/index.ts";
import type { Curtail } from "./start-stack.ts";

export interface CallInput<K extends OperationId> {
  params?: ParamsOf<K>;
  query?: QueryInput<K>;
  body?: BodyInput<K>;
  headers?: Record<string, string>;
}

/** The path of an operation under `/v1`, with its parameters and its query filled in. */
export function toOperationPath(
  operation: OperationId,
  params: Record<string, unknown> = {},
  query: Record<string, unknown> = {},
): string {
  const path = operations[operation].path.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(String(params[name])),
  );
  const search = new URLSearchParams(
    Object.entries(query).map(([name, value]) => [name, String(value)]),
  );
  return search.size > 0 ? `${path}?${search}` : path;
}

/** The service itself, called without the portal, with the key of its data directory. */
export class Service {
  constructor(private readonly curtail: Pick<Curtail, "serviceUrl" | "apiKey">) {}

  private send<K extends OperationId>(operation: K, input: CallInput<K>): Promise<Response> {
    const { params, query, body, headers } = input;
    return fetch(this.curtail.serviceUrl + toOperationPath(operation, params, query), {
      method: operations[operation].method.toUpperCase(),
      headers: {
        "X-API-Key": this.curtail.apiKey,
        "Content-Type": "application/json",
        ...headers,
      },
      body: body === undefined ? undefined : JSON.stringify(body),
    });
  }

  /** What an operation answers, re-parsed with the contract. */
  async call<K extends OperationId>(operation: K, input: CallInput<K> = {}): Promise<AnswerOf<K>> {
    const response = await this.send(operation, input);
    const answer: unknown = await response.json();
    expect(response.status, `${operation} ${JSON.stringify(answer)}`).toBe(200);
    return operations[operation].response.parse(answer) as AnswerOf<K>;
  }

  /** The status an operation answers with. */
  async status<K extends OperationId>(operation: K, input: CallInput<K>): Promise<number> {
    const response = await this.send(operation, input);
    await response.arrayBuffer();
    return response.status;
  }

  /** The total of a list, from `X-Total-Count`. */
  async total<K extends OperationId>(
    operation: K,
    query: QueryInput<K> = {} as QueryInput<K>,
  ): Promise<number> {
    const response = await this.send(operation, { query: { page_size: 1, ...query } });
    await response.arrayBuffer();
    return Number(response.headers.get("X-Total-Count") ?? Number.NaN);
  }
}
