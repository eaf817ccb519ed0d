import { operations, type HeadersOf, type OperationId } from "../../contract/index.ts";
import { PortalError } from "../context/errors.ts";

/** What travels with a call: our key and the request id, and nothing of the browser's. */
export function headersOf(
  apiKey: string,
  requestId: string,
  { headers, body }: { headers?: HeadersOf; body: unknown },
): Record<string, string> {
  return {
    ...headers,
    "X-API-Key": apiKey,
    Accept: "application/json",
    "X-Request-Id": requestId,
    ...(body === undefined ? {} : { "Content-Type": "application/json" }),
  };
}

/** A dot segment cannot be sent as an id: every URL parser would fold it into another path. */
export function pathOf(
  operation: OperationId,
  params: Record<string, unknown>,
  requestId: string,
): string {
  return operations[operation].path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const id = String(params[name]);
    if (id === "." || id === "..") {
      const words = "Nothing exists with this ID.";
      throw new PortalError("not-found", words, requestId);
    }
    return encodeURIComponent(id.toWellFormed());
  });
}

export function queryOf(query: Record<string, unknown>): string {
  const given = Object.entries(query).filter(
    ([, value]) => value !== undefined && value !== null && value !== "",
  );
  const text = new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString();
  return text === "" ? "" : `?${text}`;
}

/** `X-Total-Count`, where the service sent one. */
export function totalOf(response: Response): number | null {
  const text = response.headers.get("X-Total-Count") ?? "";
  return /^\d{1,15}$/.test(text) ? Number(text) : null;
}

/**
 * Does something with a signal that aborts after so long. The clock stops with it: an abort that
 * comes once an answer was given up ends the program where nobody listens to its stream any more.
 */
export async function within<T>(
  waitMs: number,
  run: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const limit = new AbortController();
  const late = () => limit.abort(new DOMException("", "TimeoutError"));
  const timer = setTimeout(late, Math.max(waitMs, 0));
  try {
    return await run(limit.signal);
  } finally {
    clearTimeout(timer);
  }
}
