const FRONT = Symbol.for("curtail.portal.front");

/**
 * The address a call comes from, for counting attempts and for the audit trail; "unknown" where it
 * cannot be told. The portal's front writes it as the only entry of `X-Forwarded-For`: the socket's,
 * or past the proxies of `TRUSTED_PROXIES` the right-most one that is none of them.
 */
export function addressOf(forwardedFor: unknown): string {
  if (process.env.NODE_ENV === "production" && !(FRONT in globalThis)) return "unknown";
  const last = String(forwardedFor ?? "")
    .split(",")
    .at(-1)
    ?.trim();
  return last ? last.slice(0, 64) : "unknown";
}
