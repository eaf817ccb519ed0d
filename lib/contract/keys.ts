import { z } from "zod";
import { id, instant, listOf, name } from "./values.ts";

/**
 * What an API key may be allowed: reading, controlling, managing master data, and managing API keys
 * themselves.
 */
export const scopes = ["read", "control", "manage", "keys"] as const;
export type Scope = (typeof scopes)[number];

const scopeList = z
  .array(z.enum(scopes))
  .min(1)
  .max(20)
  .meta({ description: "What the key may do: any of read, control, manage, keys" });

const fields = {
  id,
  created_at: instant,
  name: z.string(),
  prefix: z.string().meta({ description: "How the key begins: enough to tell it from others" }),
  scopes: z.array(z.string()),
  expires_at: instant.nullable(),
  last_used_at: instant.nullable().meta({ description: "To the minute; null: never used" }),
  revoked_at: instant.nullable(),
};

export const apiKey = z.object(fields).meta({ id: "ApiKey" });
export type ApiKey = z.infer<typeof apiKey>;

/** A key as it is answered once, when it is made. */
export const newApiKey = z
  .object({
    ...fields,
    key: z.string().min(1).meta({ description: "The key itself. It is stored nowhere" }),
  })
  .meta({ id: "NewApiKey" });
export type NewApiKey = z.infer<typeof newApiKey>;

export const apiKeyList = listOf(apiKey).meta({ id: "ApiKeyList" });

export const apiKeyCreate = z
  .strictObject({
    name,
    scopes: scopeList,
    expires_at: instant.nullable().optional().meta({ description: "Absent or null: never" }),
  })
  .meta({ id: "ApiKeyCreate" });
export type ApiKeyCreate = z.infer<typeof apiKeyCreate>;
