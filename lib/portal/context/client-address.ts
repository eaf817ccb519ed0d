import { isIP } from "node:net";

const FRONT = Symbol.for("curtail.portal.front");

/**
 * The caller's address, for counting attempts and for the audit trail; "unknown" if it is not known.
 * The request preload sets it as the only entry of `X-Forwarded-For`: the socket's address, or
 * behind `TRUSTED_PROXIES` the right-most one that is none of them.
 */
export function parseClientAddress(forwardedFor: unknown): string {
  if (process.env.NODE_ENV === "production" && !(FRONT in globalThis)) return "unknown";
  const last = String(forwardedFor ?? "")
    .split(",")
    .at(-1)
    ?.trim();
  return last ? last.slice(0, 64) : "unknown";
}

/**
 * The network that attempts are counted by: the address, or its /64 in IPv6, as one client has all
 * of its addresses.
 */
export function toNetwork(address: string): string {
  if (isIP(address) !== 6) return address;
  const [left = [], right = []] = address
    .split("::")
    .map((half) => half.split(":").filter(Boolean));
  const zeros = Array.from({ length: 8 - left.length - right.length }, () => "0");
  const groups = [...left, ...zeros, ...right].slice(0, 4);
  return `${groups.map((group) => Number.parseInt(group, 16).toString(16)).join(":")}::/64`;
}
