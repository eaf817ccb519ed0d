import { timingSafeEqual } from "node:crypto";
import type { Context } from "hono";
import { operations, scopes } from "../../lib/contract/index.ts";
import { type KeyCache, hashKey, touchKey, type ApiKey } from "../store/keys.ts";
import type { Deps, Variables } from "./deps.ts";
import { ApiProblem } from "./problems.ts";
import type { Rates } from "./rate-limit.ts";

const refuse = (detail: string) =>
  new ApiProblem("unauthenticated", detail, undefined, {
    "WWW-Authenticate": 'ApiKey realm="curtail", header="X-API-Key"',
  });

/** What keys are checked with; `configuredKey` is the SHA-256 of the one from the configuration. */
interface Authentication extends Pick<Deps, "db" | "now"> {
  keys: KeyCache;
  configuredKey: Buffer | null;
}

/** Caller id of the configured key; stored keys have their own ids. */
const CONFIGURED = "configured";

const isConfigured = ({ configuredKey }: Pick<Authentication, "configuredKey">, hash: Buffer) =>
  configuredKey !== null && timingSafeEqual(hash, configuredKey);

/**
 * Accepts a request only with a valid key that has the permission and quota for it, and stores the
 * key's caller, permissions and limits in the context. Requests without a valid key are counted by
 * their address.
 */
export async function requireKey(
  deps: Authentication,
  rates: Rates,
  c: Context<Variables>,
): Promise<void> {
  const given = c.req.header("x-api-key");
  const hash = hashKey(given ?? "");
  if (given && isConfigured(deps, hash)) {
    c.set("caller", CONFIGURED);
    c.set("scopes", scopes);
    c.set("reach", null);
    return rates.count(c, "configured");
  }
  const key = given ? await inForce(deps, hash) : "Send your API key in the X-API-Key header.";
  if (typeof key === "string") {
    rates.countUnknown(getClientAddress(c));
    throw refuse(key);
  }
  c.set("caller", key.id);
  c.set("scopes", key.scopes);
  c.set("reach", key.limits && { groupIds: key.limits.group_ids, zones: key.limits.bidding_zones });
  rates.count(c, key);
  await touchKey(deps.db, key, deps.now());
  const operation = c.get("operation");
  if (operation && !key.scopes.includes(operations[operation].scope))
    throw new ApiProblem("forbidden", `This key lacks the scope ${operations[operation].scope}.`);
}

/** Whether a request has a key that exists, in force or not, as far as the database can tell. */
export async function hasKey(
  deps: Pick<Authentication, "keys" | "configuredKey">,
  c: Context,
): Promise<boolean> {
  const given = c.req.header("x-api-key");
  if (!given) return false;
  const hash = hashKey(given);
  if (isConfigured(deps, hash)) return true;
  return deps.keys.find(hash).then(
    (key) => key !== null,
    () => true,
  );
}

/** The stored key with this SHA-256 if it is valid, otherwise the reason for rejection. */
async function inForce(deps: Authentication, hash: Buffer): Promise<ApiKey | string> {
  const key = await deps.keys.find(hash);
  const nowMs = deps.now();
  if (!key) return "This API key is not known.";
  if (key.revokedAt) return "This API key was revoked.";
  if (key.expiresAt && key.expiresAt.getTime() <= nowMs) return "This API key has expired.";
  if (timingSafeEqual(hash, key.hash)) return key;
  const isPrevious = key.previousHash !== null && timingSafeEqual(hash, key.previousHash);
  if (!isPrevious) return "This API key is not known.";
  if (key.previousUntil && nowMs < key.previousUntil.getTime()) return key;
  return "This API key was rotated, and its grace period is over.";
}

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
