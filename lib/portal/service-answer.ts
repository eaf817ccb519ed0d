import { operations, type AnswerOf, type OperationId } from "../contract/index.ts";
import { UnusableAnswer } from "./service-failure.ts";

/**
 * Reads an answer and checks it against the contract; fields the contract does not know are
 * dropped, and moments without an offset are marked as the UTC they are.
 * @throws UnusableAnswer when it is not JSON, too large, of another shape, or shows the API key.
 */
export async function readAnswer<K extends OperationId>(
  operation: K,
  response: Response,
  mostBytes: number,
  apiKey: string,
): Promise<AnswerOf<K>> {
  const parsed = operations[operation].response.safeParse(
    await readJson(response, mostBytes, apiKey),
  );
  if (!parsed.success) throw new UnusableAnswer(`wrong shape at ${firstPath(parsed.error.issues)}`);
  return inUtc(parsed.data) as AnswerOf<K>;
}

/** Reads a JSON body of at most so many bytes, counted as they arrive, after unpacking. */
export async function readJson(
  response: Response,
  mostBytes: number,
  apiKey: string,
): Promise<unknown> {
  const unusable = unusableFrom(response.headers, mostBytes);
  if (unusable) {
    leave(response);
    throw new UnusableAnswer(unusable);
  }
  const text = await readText(response, mostBytes);
  if (shows(text, apiKey)) throw new UnusableAnswer("the answer repeats the API key");
  const value = parsed(text);
  // Escaped letter by letter it would be whole again once it is parsed.
  if (text.includes("\\") && shows(JSON.stringify(value), apiKey)) {
    throw new UnusableAnswer("the answer repeats the API key");
  }
  return value;
}

/** Reads no more of an answer, and gives its connection up. */
export const leave = (response: Response): void =>
  void response.body?.cancel().catch(() => undefined);

/** Why the headers already tell that a body cannot be used. */
function unusableFrom(headers: Headers, mostBytes: number): string | null {
  if (!/^application\/([\w.+-]+\+)?json\s*(;|$)/i.test(headers.get("content-type") ?? "")) {
    return "not JSON";
  }
  if (headers.get("content-encoding")?.includes(",")) return "packed more than once";
  return Number(headers.get("content-length")) > mostBytes ? "too large" : null;
}

/** One buffer that grows: a list of what arrives would be many times as large as its bytes. */
async function readText(response: Response, mostBytes: number): Promise<string> {
  if (!response.body) return "";
  let kept = Buffer.allocUnsafe(64 * 1024);
  let bytes = 0;
  // Leaving the loop early cancels the stream and closes the connection.
  for await (const chunk of response.body as unknown as AsyncIterable<Uint8Array>) {
    const end = bytes + chunk.byteLength;
    if (end > mostBytes) throw new UnusableAnswer("too large");
    if (end > kept.length) {
      const larger = Buffer.allocUnsafe(Math.max(end, kept.length * 2));
      kept.copy(larger, 0, 0, bytes);
      kept = larger;
    }
    kept.set(chunk, bytes);
    bytes = end;
  }
  return kept.toString("utf8", 0, bytes);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new UnusableAnswer("malformed JSON");
  }
}

const shows = (text: string, apiKey: string) =>
  text.includes(apiKey) || text.includes(JSON.stringify(apiKey).slice(1, -1));

const firstPath = (issues: { path: PropertyKey[] }[]) => issues[0]?.path.join(".") ?? "";

const momentFields = new Set([
  "time",
  "created_at",
  "time_from",
  "time_to",
  "effective_to",
  "cancelled_at",
  "measured_at",
  "told_at",
  "answered_at",
  "expires_at",
  "last_used_at",
  "revoked_at",
  "decided_at",
  "since",
]);
const withoutOffset = /^\d{4}-\d\d-\d\dT[\d:.]+$/;

/** Metadata is the owner's own and stays as it is. */
function inUtc(value: unknown): unknown {
  if (Array.isArray(value)) {
    for (const item of value) inUtc(item);
  } else if (typeof value === "object" && value !== null) {
    const fields = value as Record<string, unknown>;
    for (const [name, field] of Object.entries(fields)) {
      if (typeof field === "object" && name !== "metadata") inUtc(field);
      else if (typeof field === "string" && momentFields.has(name) && withoutOffset.test(field))
        fields[name] = `${field}Z`;
    }
  }
  return value;
}
