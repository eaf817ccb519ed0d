import type { Context } from "hono";

/** The remote address of a request's connection; null where there is none. */
export function socketAddress(c: Context): string | null {
  const { incoming } = (c.env ?? {}) as { incoming?: { socket?: { remoteAddress?: string } } };
  const address = incoming?.socket?.remoteAddress ?? "";
  return (address.includes(".") ? address.replace(/^::ffff:/i, "") : address) || null;
}

/**
 * The same, for counting; one for all where there is none. Of an IPv6 address the first 64 bits:
 * whoever has one has them all.
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
