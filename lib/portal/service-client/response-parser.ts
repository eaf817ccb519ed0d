import type { Readable } from "node:stream";
import { markHidden } from "../../contract/hidden-characters.ts";
import { operations, type AnswerOf, type OperationId } from "../../contract/index.ts";
import { isJsonType } from "../../http/content-type.ts";
import { UnusableResponseError } from "./transport-errors.ts";
import { discardBody, hasNestedEncoding, type UpstreamResponse } from "./upstream.ts";
import type { z } from "zod";

/**
 * Maximum number of commas and opening brackets, several times that of the largest valid response.
 */
const MAX_VALUES = 1_000_000;
/** Values of a list validated at once: each invalid one takes memory to report. */
const BATCH_VALUES = 5_000;
/** Maximum number of values of one item, several times that of the largest: a control of a week. */
const MAX_ITEM_VALUES = 20_000;

/** Whether JSON has more values than any valid response: parsed, they take many times its bytes. */
export function hasTooManyValues(json: Uint8Array): boolean {
  let count = 0;
  for (let at = 0; at < json.length && count <= MAX_VALUES; at++) {
    const byte = json[at];
    if (byte === COMMA || byte === BRACE || byte === BRACKET) count += 1;
  }
  return count > MAX_VALUES;
}
const [COMMA, BRACE, BRACKET] = [44, 123, 91];

/**
 * Validates a response, a long list in batches, and stops at the first invalid one.
 * @returns the parsed value, or the path of the first error
 */
export function parseInBatches(schema: z.ZodType, answer: unknown): ParseResult {
  if (!isList(answer))
    return countValues(answer) > MAX_ITEM_VALUES ? tooMany : parse(schema, answer);
  const data: unknown[] = [];
  let whole = {};
  for (const part of toBatches(answer.data)) {
    if (part.length === 1 && countValues(part[0]) > MAX_ITEM_VALUES) return tooMany;
    const read = parse(schema, { ...answer, data: part });
    if ("wrongAt" in read) return read;
    whole = read.value as object;
    for (const item of (whole as { data: unknown[] }).data) data.push(item);
  }
  return { value: { ...whole, data } };
}

type ParseResult = { value: unknown } | { wrongAt: string };

const tooMany = { wrongAt: "its size: too many values" };

const isList = (answer: unknown): answer is { data: unknown[] } =>
  typeof answer === "object" &&
  answer !== null &&
  Array.isArray((answer as { data?: unknown }).data);

function parse(schema: z.ZodType, answer: unknown): ParseResult {
  const read = schema.safeParse(answer);
  if (read.success) return { value: read.data };
  return { wrongAt: read.error.issues[0]?.path.join(".") ?? "" };
}

/** Consecutive items in batches of limited size; a larger item is a batch of its own. */
function* toBatches(items: unknown[]): Generator<unknown[]> {
  let part: unknown[] = [];
  let size = 0;
  for (const item of items) {
    const more = countValues(item);
    if (part.length > 0 && size + more > BATCH_VALUES) {
      yield part;
      part = [];
      size = 0;
    }
    part.push(item);
    size += more;
  }
  yield part;
}

/** The number of values in one, itself included, counted up to the limit. */
function countValues(given: unknown): number {
  const left = [given];
  let count = 0;
  while (left.length > 0 && count <= MAX_ITEM_VALUES) {
    const one = left.pop();
    count += 1;
    if (typeof one === "object" && one !== null)
      for (const value of Object.values(one)) left.push(value);
  }
  return count;
}

/**
 * Parses a response and validates it against the contract. Fields the contract does not define are
 * dropped, times without an offset are marked as UTC, and hidden characters in names are made
 * visible.
 * @throws UnusableResponseError when it is not JSON, too large, of another shape, or contains the
 * API key.
 */
export async function parseResponse<K extends OperationId>(
  operation: K,
  response: UpstreamResponse,
  maxBytes: number,
  apiKey: string,
): Promise<AnswerOf<K>> {
  const answer = await readJson(response, maxBytes, apiKey);
  const read = parseInBatches(operations[operation].response, answer);
  if ("wrongAt" in read) throw new UnusableResponseError(`wrong shape at ${read.wrongAt}`);
  return normalize(read.value) as AnswerOf<K>;
}

/** Reads a JSON body up to a limit in bytes, counted after decompression. */
export async function readJson(
  response: UpstreamResponse,
  maxBytes: number,
  apiKey: string,
): Promise<unknown> {
  const unusable = findUnusableHeader(response, maxBytes);
  if (unusable) {
    discardBody(response);
    throw new UnusableResponseError(unusable);
  }
  const text = await readText(response, maxBytes);
  if (containsKey(text, apiKey)) throw new UnusableResponseError("the answer repeats the API key");
  const value = parseJson(text);
  // A key with escaped letters would only show after parsing.
  if (text.includes("\\") && containsKey(JSON.stringify(value), apiKey)) {
    throw new UnusableResponseError("the answer repeats the API key");
  }
  return value;
}

/** Why the headers show that the body cannot be used; null if it may. */
function findUnusableHeader(response: UpstreamResponse, maxBytes: number): string | null {
  const { headers } = response;
  if (!isJsonType(headers.get("content-type"))) return "not JSON";
  if (hasNestedEncoding(response)) return "packed more than once";
  return Number(headers.get("content-length")) > maxBytes ? "too large" : null;
}

async function readText(response: UpstreamResponse, maxBytes: number): Promise<string> {
  const read = await readBody(response, maxBytes);
  if (hasTooManyValues(read)) throw new UnusableResponseError("too many values");
  return read.toString("utf8");
}

async function readBody(response: UpstreamResponse, maxBytes: number): Promise<Buffer> {
  const { read, isMore } = await readBytes(response.body, maxBytes);
  if (isMore) throw new UnusableResponseError("too large");
  return read;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new UnusableResponseError("malformed JSON");
  }
}

const containsKey = (text: string, apiKey: string) =>
  text.includes(apiKey) || text.includes(JSON.stringify(apiKey).slice(1, -1));

const timeFields = new Set([
  "time",
  "created_at",
  "time_from",
  "time_to",
  "effective_to",
  "cancelled_at",
  "measured_at",
  "dispatched_at",
  "acknowledged_at",
  "expires_at",
  "last_used_at",
  "revoked_at",
  "decided_at",
  "since",
]);
/** Display texts that nothing is looked up by. */
const textFields = new Set([
  "name",
  "customer_name",
  "group_name",
  "key_name",
  "address",
  "label",
  "reason",
]);
const withoutOffset = /^\d{4}-\d\d-\d\dT[\d:.]+$/;

/** Metadata belongs to the owner and is not changed. */
function normalize(value: unknown): unknown {
  if (Array.isArray(value)) {
    for (const item of value) normalize(item);
  } else if (typeof value === "object" && value !== null) {
    const fields = value as Record<string, unknown>;
    for (const [name, field] of Object.entries(fields)) {
      if (typeof field === "object" && name !== "metadata") normalize(field);
      else if (typeof field !== "string") continue;
      else if (textFields.has(name)) fields[name] = markHidden(field);
      else if (timeFields.has(name) && withoutOffset.test(field)) fields[name] = `${field}Z`;
    }
  }
  return value;
}

/**
 * Reads a stream up to a limit into one growing buffer: an array of chunks would take many times
 * the memory of its bytes. Anything over the limit is not read, and the connection is closed.
 */
export async function readBytes(
  body: ReadableStream<Uint8Array> | Readable | null,
  maxBytes: number,
): Promise<{ read: Buffer; isMore: boolean }> {
  let buffer = Buffer.allocUnsafe(Math.min(maxBytes, 64 * 1024));
  let bytes = 0;
  // Leaving the loop early cancels the stream and closes the connection.
  for await (const chunk of (body ?? []) as unknown as AsyncIterable<Uint8Array>) {
    const left = maxBytes - bytes;
    const part = chunk.byteLength > left ? chunk.subarray(0, left) : chunk;
    if (bytes + part.byteLength > buffer.length) {
      const larger = Buffer.allocUnsafe(Math.max(bytes + part.byteLength, buffer.length * 2));
      buffer.copy(larger, 0, 0, bytes);
      buffer = larger;
    }
    buffer.set(part, bytes);
    bytes += part.byteLength;
    if (part !== chunk) return { read: buffer.subarray(0, bytes), isMore: true };
  }
  return { read: buffer.subarray(0, bytes), isMore: false };
}
