import { PortalError } from "../context/errors.ts";
import { readBytes } from "../service-client/response-parser.ts";

/** Maximum size of a request body, in bytes. */
const MAX_BODY_BYTES = 1024 * 1024;

/**
 * Reads a JSON request body.
 * @throws PortalError 415 if it is not JSON, 413 over 1 MiB, 400 if it is malformed.
 */
export async function readJsonBody(request: Request, requestId: string): Promise<unknown> {
  const type = request.headers.get("content-type") ?? "";
  if (!/^application\/json\s*(;|$)/i.test(type)) {
    throw new PortalError("unsupported-type", "Send it as application/json.", requestId);
  }
  const text = await readBody(request, MAX_BODY_BYTES, requestId);
  try {
    return JSON.parse(text);
  } catch {
    throw new PortalError("bad-request", "The body is not well-formed JSON.", requestId);
  }
}

/** Reads a body up to a limit in bytes, whatever its Content-Length claims. */
export async function readBody(
  request: Request,
  maxBytes: number,
  requestId: string,
): Promise<string> {
  const tooLarge = () =>
    new PortalError("too-large", `At most ${maxBytes / 1024} KiB are accepted.`, requestId);
  if (Number(request.headers.get("content-length") ?? 0) > maxBytes) throw tooLarge();
  const { read, isMore } = await readBytes(request.body, maxBytes);
  if (isMore) throw tooLarge();
  return read.toString("utf8");
}
