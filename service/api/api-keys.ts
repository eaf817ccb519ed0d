import { instantMs } from "../../lib/contract/index.ts";
import { createKey, getKey, listKeys, revokeKey, type ApiKey } from "../store/keys.ts";
import type { Deps } from "./deps.ts";
import type { Handlers } from "./implement.ts";
import { ApiProblem, invalid, unknown } from "./problems.ts";

const stamp = (at: Date | null) => at?.toISOString() ?? null;

const shown = (key: ApiKey) => ({
  id: key.id,
  created_at: key.createdAt.toISOString(),
  name: key.name,
  prefix: key.prefix,
  scopes: key.scopes,
  expires_at: stamp(key.expiresAt),
  last_used_at: stamp(key.lastUsedAt),
  revoked_at: stamp(key.revokedAt),
});

export const apiKeys = ({
  db,
  now,
}: Deps): Handlers<"listApiKeys" | "createApiKey" | "revokeApiKey"> => ({
  listApiKeys: async () => ({ data: (await listKeys(db)).map(shown) }),

  createApiKey: async ({ body: { name, scopes, expires_at }, scopes: callers }) => {
    const expiresAt = expires_at ? new Date(instantMs(expires_at)) : null;
    if (expiresAt && expiresAt.getTime() <= now())
      throw invalid([
        { pointer: "#/expires_at", detail: "must be to come", code: "expiry-passed" },
      ]);
    const beyond = scopes.find((scope) => !callers.includes(scope));
    if (beyond) throw new ApiProblem("forbidden", `This key cannot give the scope ${beyond}.`);
    const asked = { name: name.trim(), scopes: [...new Set(scopes)], expiresAt };
    const { key, record } = await createKey(db, asked, now());
    return { ...shown(record), key };
  },

  revokeApiKey: async ({ params }) => {
    await revokeKey(db, params.key_id, now());
    const key = await getKey(db, params.key_id);
    if (!key) throw unknown("API key");
    return shown(key);
  },
});
