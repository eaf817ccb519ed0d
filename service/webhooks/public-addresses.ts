import type { lookup as resolve, LookupAddress } from "node:dns";
import { isIP, type LookupFunction } from "node:net";
import ipaddr from "ipaddr.js";

export type Network = ReturnType<typeof ipaddr.parseCIDR>;

/**
 * Networks in which endpoints may be although they are not public, as `10.0.0.0/8` or a single address.
 * @throws Error for text that is none
 */
export const parseNetworks = (list: readonly string[]): Network[] =>
  list.map((text) => {
    if (ipaddr.isValidCIDR(text)) return ipaddr.parseCIDR(text);
    const address = ipaddr.parse(text);
    return [address, address.kind() === "ipv4" ? 32 : 128];
  });

/** Addresses in public ranges that belong to the machine's provider: Azure's metadata server. */
const PROVIDER_ADDRESSES = ["168.63.129.16"];

/** The only allocated range of IPv6 (RFC 4291); what `range` calls unicast includes the rest. */
const GLOBAL_IPV6 = ipaddr.parseCIDR("2000::/3");

/**
 * Whether an IP address is public: not loopback, private, link-local, shared, multicast, reserved, of
 * documentation or translation (RFC 6890). An IPv4 address mapped into IPv6 counts as itself.
 */
export function isPublicAddress(text: string): boolean {
  const address = ipaddr.process(text);
  if (address.range() !== "unicast" || PROVIDER_ADDRESSES.includes(address.toString()))
    return false;
  return address.kind() === "ipv4" || address.match(GLOBAL_IPV6);
}

/** Whether events may be sent to an IP address; unencrypted only within the allowed networks. */
export function isAllowedAddress(
  text: string,
  networks: readonly Network[],
  protocol: string,
): boolean {
  if (protocol === "https:" && isPublicAddress(text)) return true;
  const address = ipaddr.process(text);
  return networks.some(
    ([network, bits]) =>
      network.kind() === address.kind() && address.match([network, bits] as never),
  );
}

/** An address that events must not be sent to. */
export class ForbiddenAddressError extends Error {}

/** The IP address that a host of a URL is; null for a name. The URL parser resolved notations such as 0x7f.1. */
export function toIpAddress(hostname: string): string | null {
  const bare = hostname.replace(/^\[|\]$/g, "");
  return isIP(bare) ? bare : null;
}

const faults = {
  "url-invalid": "must be an address, like https://example.com/events",
  "url-not-https": "must start with https://",
  "url-credentials": "must not carry a user name or password",
  "url-fragment": "must not have a fragment",
  "url-private": "must not be an address of a private network",
} as const;

const toFault = (code: keyof typeof faults) => ({ code, detail: faults[code] });

/** Why an endpoint cannot be used, whatever its name resolves to; null if it can. */
export function findUrlFault(
  text: string,
  networks: readonly Network[],
): { code: string; detail: string } | null {
  if (!URL.canParse(text)) return toFault("url-invalid");
  const { protocol, hostname, username, password, hash } = new URL(text);
  if (protocol !== "https:" && protocol !== "http:") return toFault("url-not-https");
  if (username || password) return toFault("url-credentials");
  if (hash) return toFault("url-fragment");
  if (protocol === "http:" && networks.length === 0) return toFault("url-not-https");
  const address = toIpAddress(hostname);
  if (address === null || isAllowedAddress(address, networks, protocol)) return null;
  return toFault(isPublicAddress(address) ? "url-not-https" : "url-private");
}

/**
 * Resolves a name once for a connection, and answers only if every address is allowed: the connection
 * is made to what was checked, whatever the name resolves to a moment later.
 */
export const allowedLookup =
  (networks: readonly Network[], protocol: string, resolver: typeof resolve): LookupFunction =>
  (hostname, options, callback) =>
    resolver(hostname, { ...options, all: true }, (error, found) => {
      if (error) return callback(error, []);
      const addresses = found as LookupAddress[];
      if (!addresses.every(({ address }) => isAllowedAddress(address, networks, protocol)))
        return callback(
          new ForbiddenAddressError(
            `${hostname} resolves to an address that events are not sent to`,
          ),
          [],
        );
      if (options.all) return callback(null, addresses);
      callback(null, addresses[0]!.address, addresses[0]!.family);
    });
