import type { Context } from "hono";

/** The remote address of a request's connection; null where there is none. */
export function socketAddress(c: Context): string | null {
  const { incoming } = (c.env ?? {}) as { incoming?: { socket?: { remoteAddress?: string } } };
  const address = incoming?.socket?.remoteAddress ?? "";
  return (address.includes(".") ? address.replace(/^::ffff:/i, "") : address) || null;
}

/**
 * The client address as a key for counting. For IPv6 it is the first 64 bits, because a client
 * usually has all addresses of its /64. Requests without an address share one key.
 */
export function getClientAddress(c: Context): string {
  const address = socketAddress(c) ?? "";
  return address.includes(":") ? splitGroups(address).slice(0, 4).join(":") : address;
}

/** The eight groups of an IPv6 address. */
function splitGroups(address: string): string[] {
  const [head = "", tail] = address.replace(/%.*$/, "").split("::");
  const before = head.split(":").filter(Boolean);
  if (tail === undefined) return before;
  const after = tail.split(":").filter(Boolean);
  const zeros = Math.max(0, 8 - before.length - after.length);
  return [...before, ...Array<string>(zeros).fill("0"), ...after];
}
