import { timingSafeEqual } from "node:crypto";
import type { Context } from "hono";
import { operations, scopes } from "../../lib/contract/index.ts";
import { findKey, hashOf, touchKey } from "../store/keys.ts";
import type { Deps } from "./deps.ts";
import type { Variables } from "./implement.ts";
import { ApiProblem } from "./problems.ts";

const refuse = (detail: string) =>
  new ApiProblem("unauthenticated", detail, undefined, {
    "WWW-Authenticate": 'ApiKey realm="curtail", header="X-API-Key"',
  });

/** The key from the configuration as a caller, beside the ids of the stored ones. */
const CONFIGURED = "configured";

/**
 * Lets a request on only with a key that is known, in force and allowed to do this, and remembers
 * whose it is and what it may do.
 */
export async function requireKey(deps: Deps, c: Context<Variables>): Promise<void> {
  const given = c.req.header("x-api-key");
  if (!given) throw refuse("Send your API key in the X-API-Key header.");
  const hash = hashOf(given);
  if (deps.configuredKey && timingSafeEqual(hash, hashOf(deps.configuredKey))) {
    c.set("scopes", scopes);
    return c.set("caller", CONFIGURED);
  }
  const key = await findKey(deps.db, hash);
  const now = deps.now();
  if (!key || !timingSafeEqual(hash, key.hash)) throw refuse("This API key is not known.");
  if (key.revokedAt) throw refuse("This API key was revoked.");
  if (key.expiresAt && key.expiresAt.getTime() <= now) throw refuse("This API key has expired.");
  c.set("caller", key.id);
  c.set("scopes", key.scopes);
  await touchKey(deps.db, key, now);
  const operation = c.get("operation");
  if (operation && !key.scopes.includes(operations[operation].scope))
    throw new ApiProblem("forbidden", `This key lacks the scope ${operations[operation].scope}.`);
}
