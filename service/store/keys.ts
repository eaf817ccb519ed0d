import { createHash, randomBytes } from "node:crypto";
import { and, desc, eq, isNull, or, sql } from "drizzle-orm";
import type { KeyLimits, KeyRate, Scope } from "../../lib/contract/index.ts";
import { token } from "./ids.ts";
import { apiKeys } from "./schema.ts";
import type { Db } from "./store.ts";

export type ApiKey = typeof apiKeys.$inferSelect;

const USE_RECORDED_EVERY_MS = 60_000;

/** What is stored of a key: its SHA-256. */
export const hashKey = (key: string): Buffer => createHash("sha256").update(key).digest();

/** The key with this SHA-256, now or before its last rotation, in force or not. */
export async function findKey(db: Db, hash: Uint8Array): Promise<ApiKey | null> {
  const [key] = await db
    .select()
    .from(apiKeys)
    .where(or(eq(apiKeys.hash, hash), eq(apiKeys.previousHash, hash)));
  return key ?? null;
}

/** Remembers that a key was used, at most once a minute. */
export async function touchKey(db: Db, key: ApiKey, nowMs: number): Promise<void> {
  if (key.lastUsedAt && nowMs - key.lastUsedAt.getTime() < USE_RECORDED_EVERY_MS) return;
  await db
    .update(apiKeys)
    .set({ lastUsedAt: new Date(nowMs) })
    .where(eq(apiKeys.id, key.id));
}

/** 256 random bits behind a readable prefix, with what is stored of them. */
function newSecret() {
  const key = `ck_${randomBytes(32).toString("base64url")}`;
  return { key, stored: { prefix: key.slice(0, 9), hash: hashKey(key) } };
}

/** What a key is made with; what is left out is not limited. */
export interface NewKey {
  name: string;
  scopes: readonly Scope[];
  expiresAt: Date | null;
  limits?: KeyLimits | null;
  rate?: KeyRate | null;
}

/** Creates a key. @returns the key itself, which is stored nowhere, beside its record. */
export async function createKey(
  db: Db,
  { name, scopes, expiresAt, limits = null, rate = null }: NewKey,
  nowMs: number,
): Promise<{ key: string; record: ApiKey }> {
  const { key, stored } = newSecret();
  const [record] = await db
    .insert(apiKeys)
    .values({
      id: `key_${token(nowMs)}`,
      createdAt: new Date(nowMs),
      name,
      ...stored,
      scopes: [...scopes],
      limits,
      readsPerMinute: rate?.reads_per_minute ?? null,
      changesPerMinute: rate?.changes_per_minute ?? null,
      expiresAt,
    })
    .returning();
  return { key, record: record! };
}

/**
 * Gives a key a new secret; the one it has works until `previousUntil`, the one before no longer.
 * @returns null where there is none with this id that is not revoked.
 */
export async function rotateKey(
  tx: Db,
  id: string,
  previousUntil: Date,
  nowMs: number,
): Promise<{ key: string; record: ApiKey } | null> {
  const { key, stored } = newSecret();
  const [record] = await tx
    .update(apiKeys)
    .set({
      ...stored,
      previousHash: sql`${apiKeys.hash}`,
      previousUntil,
      rotatedAt: new Date(nowMs),
    })
    .where(and(eq(apiKeys.id, id), isNull(apiKeys.revokedAt)))
    .returning();
  return record ? { key, record } : null;
}

/** Every key there is or was, newest first. */
export const listKeys = (db: Db): Promise<ApiKey[]> =>
  db.select().from(apiKeys).orderBy(desc(apiKeys.createdAt));

/** The key with this id, in force or not. */
export async function getKey(db: Db, id: string): Promise<ApiKey | null> {
  const [key] = await db.select().from(apiKeys).where(eq(apiKeys.id, id));
  return key ?? null;
}

/** Revokes a key by its id; false where there is none that is not revoked yet. */
export async function revokeKey(db: Db, id: string, nowMs: number): Promise<boolean> {
  const revoked = await db
    .update(apiKeys)
    .set({ revokedAt: new Date(nowMs) })
    .where(and(eq(apiKeys.id, id), isNull(apiKeys.revokedAt)))
    .returning({ id: apiKeys.id });
  return revoked.length > 0;
}
