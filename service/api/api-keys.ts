import { toMillis } from "../../lib/time/instant.ts";
import { type KeyLimits, type Scope } from "../../lib/contract/index.ts";
import { getGroup } from "../store/groups.ts";
import { createKey, getKey, listKeys, revokeKey, rotateKey, type ApiKey } from "../store/keys.ts";
import type { Db } from "../store/store.ts";
import type { Deps } from "./deps.ts";
import type { Handlers } from "./register-operations.ts";
import { ApiProblem, invalid, unknown } from "./problems.ts";
import { createQuotas } from "./rate-limit.ts";
import { HOUR_MS } from "../../lib/time/amsterdam.ts";

const stamp = (at: Date | null) => at?.toISOString() ?? null;

const toKeyRate = ({ readsPerMinute, changesPerMinute }: ApiKey) =>
  readsPerMinute === null && changesPerMinute === null
    ? null
    : { reads_per_minute: readsPerMinute, changes_per_minute: changesPerMinute };

const toApiKey = (key: ApiKey) => ({
  id: key.id,
  created_at: key.createdAt.toISOString(),
  name: key.name,
  prefix: key.prefix,
  scopes: key.scopes,
  limits: key.limits,
  rate: toKeyRate(key),
  expires_at: stamp(key.expiresAt),
  rotated_at: stamp(key.rotatedAt),
  previous_until: stamp(key.previousUntil),
  last_used_at: stamp(key.lastUsedAt),
  revoked_at: stamp(key.revokedAt),
});

/** The secret is returned once; a replay of the same request omits it. */
const unseen = <T extends { key: string | null }>(answer: T): T => ({ ...answer, key: null });

/** Limits may name only existing groups and zones; a key with limits does not manage keys. */
async function refuseWrongLimits(db: Db, limits: KeyLimits, scopes: Scope[]): Promise<void> {
  if (limits.group_ids.length + limits.bidding_zones.length === 0)
    throw invalid([
      { pointer: "#/limits", detail: "must name a group or a bidding zone", code: "limits-empty" },
    ]);
  if (scopes.includes("keys"))
    throw invalid([
      {
        pointer: "#/limits",
        detail: "must be left out for a key that manages keys",
        code: "limits-of-keys",
      },
    ]);
  for (const [i, id] of limits.group_ids.entries())
    if (!(await getGroup(db, id)))
      throw invalid([
        {
          pointer: `#/limits/group_ids/${i}`,
          detail: "must be the id of a group",
          code: "unknown-group",
        },
      ]);
}

/** The permissions, rate limit and expiry of a key. */
type Power = Pick<ApiKey, "expiresAt" | "readsPerMinute" | "changesPerMinute"> & {
  scopes: readonly string[];
};

const getExpiryMs = ({ expiresAt }: Power) => expiresAt?.getTime() ?? Infinity;

/** @throws ApiProblem 403 if a key would grant permissions it lacks; the configured key has all. */
async function refuseBeyond(
  { db, rates }: Pick<Deps, "db" | "rates">,
  by: { caller: string; scopes: readonly string[] },
  given: Power,
): Promise<void> {
  const beyond = given.scopes.find((scope) => !by.scopes.includes(scope));
  if (beyond)
    throw new ApiProblem("forbidden", `This key lacks the scope ${beyond} and cannot grant it.`);
  const callerKey = await getKey(db, by.caller);
  if (!callerKey) return;
  if (getExpiryMs(given) > getExpiryMs(callerKey))
    throw new ApiProblem(
      "forbidden",
      `This key expires at ${stamp(callerKey.expiresAt)}; it cannot create a key that expires later.`,
    );
  const [wanted, allowed] = [createQuotas(given, rates), createQuotas(callerKey, rates)];
  for (const kind of ["reads", "changes"] as const)
    if (wanted[kind] > allowed[kind])
      throw new ApiProblem(
        "forbidden",
        `This key may make ${allowed[kind]} ${kind} a minute; it cannot create a key that may make more.`,
      );
}

/** `onChange` is called when a key has been rotated or revoked. */
export const apiKeys = (
  { db, now, rates }: Deps,
  onChange: () => void,
): Handlers<"listApiKeys" | "createApiKey" | "rotateApiKey" | "revokeApiKey"> => ({
  listApiKeys: async () => ({ data: (await listKeys(db)).map(toApiKey) }),

  createApiKey: async ({ body, change, ...by }) => {
    const { name, scopes, expires_at, limits = null, rate = null } = body;
    const expiresAt = expires_at ? new Date(toMillis(expires_at)) : null;
    if (expiresAt && expiresAt.getTime() <= now())
      throw invalid([
        { pointer: "#/expires_at", detail: "must be in the future", code: "expiry-passed" },
      ]);
    const readsPerMinute = rate?.reads_per_minute ?? null;
    const changesPerMinute = rate?.changes_per_minute ?? null;
    await refuseBeyond({ db, rates }, by, { scopes, expiresAt, readsPerMinute, changesPerMinute });
    if (limits) await refuseWrongLimits(db, limits, scopes);
    const requested = { name: name.trim(), scopes: [...new Set(scopes)], expiresAt, limits, rate };
    return change(async (tx) => {
      const { key, record } = await createKey(tx, requested, now());
      return { ...toApiKey(record), key };
    }, unseen);
  },

  rotateApiKey: ({ params, body, change, ...by }) =>
    change(async (tx) => {
      const before = await getKey(tx, params.key_id);
      if (!before) throw unknown("API key");
      refuseEnded(before, now());
      await refuseBeyond({ db: tx, rates }, by, before);
      const until = new Date(now() + body.grace_hours * HOUR_MS);
      const rotated = await rotateKey(tx, before.id, until, now());
      if (!rotated) throw ended();
      return { ...toApiKey(rotated.record), key: rotated.key };
    }, unseen).finally(onChange),

  revokeApiKey: ({ params, change }) =>
    change(async (tx) => {
      await revokeKey(tx, params.key_id, now());
      const key = await getKey(tx, params.key_id);
      if (!key) throw unknown("API key");
      return toApiKey(key);
    }).finally(onChange),
});

const ended = () =>
  new ApiProblem(
    "conflict",
    "This API key was revoked or has expired.",
    undefined,
    {},
    "key-ended",
  );

function refuseEnded({ revokedAt, expiresAt }: ApiKey, nowMs: number): void {
  if (revokedAt || (expiresAt && expiresAt.getTime() <= nowMs)) throw ended();
}
