import { isIP } from "node:net";

/** Names of browser and system; null if they are not recognised. */
export interface UserAgent {
  browser: string | null;
  system: string | null;
}

/** Browsers that also contain others' names come first. */
const browsers = {
  Edge: /\bEdg(e|A|iOS)?\//,
  Opera: /\b(OPR|OPiOS|Opera)\//,
  "Samsung Internet": /\bSamsungBrowser\//,
  Firefox: /\b(Firefox|FxiOS)\//,
  Chrome: /\b(HeadlessChrome|Chrome|CriOS)\//,
  Safari: /\bVersion\/[\d.]+ .*\bSafari\//,
};

const systems = {
  Windows: /\bWindows\b/,
  Android: /\bAndroid\b/,
  iOS: /\b(iPhone|iPod)\b/,
  iPadOS: /\biPad\b/,
  macOS: /\bMacintosh\b/,
  ChromeOS: /\bCrOS\b/,
  Linux: /\bLinux\b/,
};

const MAX_LENGTH = 1000;

/** Parses a `User-Agent` header; only these names of it are stored. */
export function parseUserAgent(userAgent: unknown): UserAgent {
  const text = typeof userAgent === "string" ? userAgent.slice(0, MAX_LENGTH) : "";
  const findName = (patterns: Record<string, RegExp>) =>
    Object.entries(patterns).find(([, pattern]) => pattern.test(text))?.[0] ?? null;
  return { browser: findName(browsers), system: findName(systems) };
}

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
