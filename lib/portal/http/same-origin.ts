import { PortalError } from "../context/errors.ts";

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
