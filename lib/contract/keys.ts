import { z } from "zod";
import { biddingZone, id, instant, listSchema, name } from "./schema-types.ts";

/** The scopes of an API key: reading, controlling, managing master data, and managing API keys. */
export const scopes = ["read", "control", "manage", "keys"] as const;
export type Scope = (typeof scopes)[number];

/** The scopes of a key for a program unless others are given: without key management. */
export const defaultScopes: readonly Scope[] = scopes.filter((scope) => scope !== "keys");

const scopeList = z
  .array(z.enum(scopes))
  .min(1)
  .max(20)
  .meta({ description: "What the key may do: any of read, control, manage, keys" });

/** The limits of a key; groups and zones add up. */
const keyLimits = z
  .strictObject({
    group_ids: z.array(id).max(100).meta({ description: "Groups, with all that belongs to them" }),
    bidding_zones: z
      .array(biddingZone)
      .max(20)
      .meta({ description: "Bidding zones, with all that lies in them" }),
  })
  .meta({ id: "ApiKeyLimits" });
export type KeyLimits = z.infer<typeof keyLimits>;

const perMinute = z.number().int().min(1).max(1_000_000);
/** Rate limits of a key; null for the configured ones. */
const keyRate = z
  .strictObject({
    reads_per_minute: perMinute.nullable(),
    changes_per_minute: perMinute.nullable(),
  })
  .meta({ id: "ApiKeyRate" });
export type KeyRate = z.infer<typeof keyRate>;

const fields = {
  id,
  created_at: instant,
  name: z.string(),
  prefix: z.string().meta({ description: "How the key begins: enough to tell it from others" }),
  scopes: z.array(z.string()),
  limits: keyLimits
    .nullable()
    .default(null)
    .meta({ description: "null: not limited to groups or bidding zones" }),
  rate: keyRate
    .nullable()
    .default(null)
    .meta({ description: "null: as the service is configured" }),
  expires_at: instant.nullable(),
  rotated_at: instant.nullable().default(null),
  previous_until: instant
    .nullable()
    .default(null)
    .meta({ description: "Until when the key from before the last rotation works too" }),
  last_used_at: instant.nullable().meta({ description: "To the minute; null: never used" }),
  revoked_at: instant.nullable(),
};

export const apiKey = z.object(fields).meta({ id: "ApiKey" });
export type ApiKey = z.infer<typeof apiKey>;

/** A key with its secret, which only its creation returns. */
export const newApiKey = z
  .object({
    ...fields,
    key: z.string().min(1).nullable().meta({
      description: "The key itself. It is not stored: null when the same request is answered again",
    }),
  })
  .meta({ id: "NewApiKey" });
export type NewApiKey = z.infer<typeof newApiKey>;

export const apiKeyList = listSchema(apiKey).meta({ id: "ApiKeyList" });

export const apiKeyCreate = z
  .strictObject({
    name,
    scopes: scopeList,
    limits: keyLimits.nullable().optional().meta({ description: "Absent or null: none" }),
    rate: keyRate.nullable().optional(),
    expires_at: instant.nullable().optional().meta({ description: "Absent or null: never" }),
  })
  .meta({ id: "ApiKeyCreate" });
export type ApiKeyCreate = z.infer<typeof apiKeyCreate>;

const GRACE_HOURS = 24;

/** A new secret for a valid key. */
export const apiKeyRotate = z
  .strictObject({
    grace_hours: z
      .number()
      .min(0)
      .max(168)
      .default(GRACE_HOURS)
      .meta({ description: "How long the key from before works on; 0: no longer" }),
  })
  .meta({ id: "ApiKeyRotate" });
