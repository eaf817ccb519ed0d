import { z } from "zod";

const onlyHere = /^(127\.\d+\.\d+\.\d+|\[?::1\]?|localhost)$/;

/** Whether a host name or address is reachable from this machine only. */
export const isLoopback = (host: string): boolean => onlyHere.test(host);

/** Links are made from the origin, so a path, query or login would be lost. */
const isBare = (address: string) =>
  !URL.canParse(address) || /^https?:\/\/[^/?#@]+\/?$/.test(address);

/** Plain http exposes passwords and sessions. */
const isSafe = (address: string) => {
  if (!URL.canParse(address)) return true;
  const { protocol, hostname } = new URL(address);
  return protocol === "https:" || isLoopback(hostname);
};

const httpAddress = z.url({
  protocol: /^https?$/,
  error: "must be an http or https address",
  abort: true,
});

/** The public URL: an origin, https unless only this machine reaches it. */
export const publicAddress = httpAddress
  .refine(isBare, "must be an address alone, like https://portal.example: no path, query or login")
  .refine(isSafe, "must start with https:// unless it is an address of this machine itself")
  .transform((address) => address.replace(/\/$/, ""));

/** A URL that receives secrets: https unless it is on this machine. */
export const safeAddress = httpAddress.refine(
  isSafe,
  "must start with https:// unless it is an address of this machine itself",
);
