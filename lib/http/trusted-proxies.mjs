import { BlockList, isIP } from "node:net";

/** Unwraps an IPv4 address in IPv6 notation (`::ffff:192.0.2.1`). */
const plain = (address) => address.replace(/^::ffff:(?=\d+\.\d+\.\d+\.\d+$)/i, "");

const family = (address) => (isIP(address) === 6 ? "ipv6" : "ipv4");

function add(list, entry) {
  const [, address, prefix] = /^([^/]+)(?:\/(\d{1,3}))?$/.exec(entry) ?? [];
  const maxBits = { 4: 32, 6: 128 }[isIP(address ?? "")];
  if (!maxBits || Number(prefix ?? 0) > maxBits || prefix === "0") {
    throw new Error(
      `names ${entry}, which is no address like 10.0.0.7 and no range like 10.0.0.0/8`,
    );
  }
  if (prefix === undefined) list.addAddress(address, family(address));
  else list.addSubnet(address, Number(prefix), family(address));
}

/**
 * The proxies of a comma-separated list of addresses and ranges. @throws Error with the invalid one
 */
export function parseProxies(text) {
  const list = new BlockList();
  const entries = (text ?? "").split(",").map((entry) => entry.trim());
  for (const entry of entries) if (entry) add(list, entry);
  return list;
}

/**
 * The client address of a request: the right-most hop that is not a trusted proxy. An invalid hop
 * ends the list: nothing left of it is trusted.
 */
export function clientAddress(peer, forwardedFor, proxies) {
  let address = plain(peer ?? "");
  const hops = (forwardedFor ?? "").split(",").map((hop) => plain(hop.trim()));
  while (isIP(address) && proxies.check(address, family(address)) && isIP(hops.at(-1) ?? "")) {
    address = hops.pop();
  }
  return isIP(address) ? address : "unknown";
}
