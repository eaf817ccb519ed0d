import { expect } from "vitest";
import { operations, problem, type OperationId } from "../../lib/contract/index.ts";
import type { FuzzRequest } from "./fuzz-requests.ts";

const DEFAULT_REQUESTS = 250;
const requests = Number(process.env.FUZZ_REQUESTS ?? DEFAULT_REQUESTS);

/** The number of requests and the seed; set by `FUZZ_REQUESTS` and `FUZZ_SEED`. */
export const FUZZ = {
  requests,
  seed: Number(process.env.FUZZ_SEED ?? Math.floor(Math.random() * 2 ** 31)),
  timeoutMs: 60_000 + requests * 200,
};
console.info(`fuzzing with FUZZ_SEED=${FUZZ.seed}`);

const MOST_KEPT = 60;
const makers: Partial<Record<OperationId, string>> = {
  createGroup: "group_id",
  createCustomer: "customer_id",
  createLocation: "location_id",
  registerDevice: "device_id",
  controlGroup: "control_id",
  controlBiddingZone: "control_id",
  requestGroupControl: "request_id",
  requestBiddingZoneControl: "request_id",
  createApiKey: "key_id",
};

/** The newest existing ids, by parameter name. */
export class ExistingIds {
  private readonly byName = new Map<string, string[]>();

  learn(ids: object): void {
    for (const [name, id] of Object.entries(ids))
      if (name.endsWith("_id")) this.add(name, String(id));
  }

  /** Adds the ids that an operation created. */
  made(operation: OperationId, answer: unknown): void {
    const name = makers[operation];
    if (name) this.add(name, (answer as { id: string }).id);
  }

  /** The text with an id in the place of each token. */
  in(text: string): string {
    return text.replace(/(?:@@|%40%40)(\w+)(?::|%3A)(\d+)(?:@@|%40%40)/g, (_, name, n) => {
      const ids = this.byName.get(name) ?? ["nothing"];
      return ids[Number(n) % ids.length]!;
    });
  }

  private add(name: string, id: string): void {
    const ids = [...(this.byName.get(name) ?? []), id];
    this.byName.set(name, ids.slice(-MOST_KEPT));
  }
}

/** Prints how many requests were answered with which status. */
export function reportFuzz(what: string, statuses: Map<number, number>): void {
  const counts = [...statuses].sort(([a], [b]) => a - b).map(([status, n]) => `${n} × ${status}`);
  const sum = [...statuses.values()].reduce((all, n) => all + n, 0);
  console.info(`${what}: ${sum} requests, seed ${FUZZ.seed}: ${counts.join(", ")}`);
}

/**
 * Holds an answer against the document and the contract: no 5xx, a status that is listed, its media
 * type, the body's shape.
 * @returns the body
 */
export async function asDescribed(request: FuzzRequest, response: Response): Promise<unknown> {
  const { status } = response;
  const text = await response.text();
  expect(status, text).toBeLessThan(500);
  const types = request.answers[status];
  expect(types, `${status} is not described: ${text}`).toBeDefined();
  expect(types).toContain(response.headers.get("content-type")?.split(";")[0]);
  const body: unknown = JSON.parse(text);
  const shape = status === 200 ? operations[request.operation].response : problem.strict();
  shape.parse(body);
  return body;
}
