/**
 * Whether a state-changing request comes from our own pages, or from no page at all. Browsers say
 * so in `Sec-Fetch-Site`; where that is absent (plain http on a local network, older browsers) the
 * `Origin` has to be ours. A request with neither is refused.
 */
export function isSameOrigin(headers: Headers, publicUrl: string | undefined): boolean {
  const site = headers.get("sec-fetch-site");
  if (site !== null) return site === "same-origin" || site === "none";
  const origin = headers.get("origin");
  if (origin === null || !URL.canParse(origin)) return false;
  const ours = publicUrl === undefined ? undefined : new URL(publicUrl);
  if (ours && origin === ours.origin) return true;
  const { protocol, host } = new URL(origin);
  const secureEnough = ours?.protocol !== "https:" || protocol === "https:";
  return /^https?:$/.test(protocol) && secureEnough && host === headers.get("host");
}
