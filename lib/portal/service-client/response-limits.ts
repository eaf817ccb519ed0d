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
