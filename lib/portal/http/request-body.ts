import { PortalError } from "../context/errors.ts";
import { readBytes } from "../service-client/response-parser.ts";

/** Maximum size of a request body, in bytes. */
const MAX_BODY_BYTES = 1024 * 1024;

/**
 * Reads a JSON request body.
 * @throws PortalError 415 if it is not JSON, 413 over 1 MiB, 400 if it is malformed or breaks off.
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

/**
 * Reads a body up to a limit in bytes, whatever its Content-Length claims.
 * @throws PortalError 413 over the limit, 400 if the client breaks off.
 */
export async function readBody(
  request: Request,
  maxBytes: number,
  requestId: string,
): Promise<string> {
  const tooLarge = () =>
    new PortalError("too-large", `At most ${maxBytes / 1024} KiB are accepted.`, requestId);
  if (Number(request.headers.get("content-length") ?? 0) > maxBytes) throw tooLarge();
  const { read, isMore } = await readBytes(request.body, maxBytes).catch(() => {
    throw new PortalError("bad-request", "The body is incomplete.", requestId);
  });
  if (isMore) throw tooLarge();
  return read.toString("utf8");
}

/** @throws PortalError 403 when another site's page made the request. */
export function refuseForeignOrigin(
  request: Request,
  publicUrl: string | undefined,
  requestId: string,
): void {
  if (isSameOrigin(request.headers, publicUrl)) return;
  const detail = "Changes are accepted only from this portal's own pages.";
  throw new PortalError("forbidden", detail, requestId, { code: "foreign-page" });
}

/**
 * Whether a request comes from the portal's own pages or from no page. Browsers send that in
 * `Sec-Fetch-Site`; where it is missing (plain http on a local network, older browsers) the `Origin`
 * must be the portal's. A request with neither is refused.
 */
function isSameOrigin(headers: Headers, publicUrl: string | undefined): boolean {
  const site = headers.get("sec-fetch-site");
  if (site !== null) return site === "same-origin" || site === "none";
  const origin = headers.get("origin");
  if (origin === null || !URL.canParse(origin)) return false;
  const publicOrigin = publicUrl === undefined ? undefined : new URL(publicUrl);
  if (publicOrigin && origin === publicOrigin.origin) return true;
  const { protocol, host } = new URL(origin);
  const isSecureEnough = publicOrigin?.protocol !== "https:" || protocol === "https:";
  return /^https?:$/.test(protocol) && isSecureEnough && host === headers.get("host");
}
