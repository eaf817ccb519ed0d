import { operations, type OperationId } from "../../contract/index.ts";
import { PortalError } from "../context/errors.ts";

/**
 * The operation's path with its parameters. A dot segment cannot be sent as an id: every URL parser
 * would fold it into another path.
 * @throws PortalError 404 for such an id.
 */
export function buildPath(
  operation: OperationId,
  params: Record<string, unknown>,
  requestId: string,
): string {
  return operations[operation].path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const id = String(params[name]);
    if (id === "." || id === "..") {
      throw new PortalError("not-found", "Nothing exists with this ID.", requestId);
    }
    return encodeURIComponent(id.toWellFormed());
  });
}

/** The query string with its `?`; empty values are left out. */
export function buildQuery(query: Record<string, unknown>): string {
  const present = Object.entries(query).filter(
    ([, value]) => value !== undefined && value !== null && value !== "",
  );
  const text = new URLSearchParams(
    present.map(([name, value]) => [name, String(value)]),
  ).toString();
  return text === "" ? "" : `?${text}`;
}

/**
 * Runs something with a signal that aborts after a timeout in milliseconds. The timer is cleared
 * when it ends: an abort after the response was discarded would be an unhandled stream error and
 * end the process.
 */
export async function withTimeout<T>(
  timeoutMs: number,
  run: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const controller = new AbortController();
  const abort = () => controller.abort(new DOMException("", "TimeoutError"));
  const timer = setTimeout(abort, Math.max(timeoutMs, 0));
  try {
    return await run(controller.signal);
  } finally {
    clearTimeout(timer);
  }
}
