import { createHash, randomBytes } from "node:crypto";
import { and, desc, eq, isNull, or, sql } from "drizzle-orm";
import type { KeyLimits, KeyRate, Scope } from "../../lib/contract/index.ts";
import { token } from "./ids.ts";
import { apiKeys } from "./schema.ts";
import type { Db } from "./store.ts";

export type ApiKey = typeof apiKeys.$inferSelect;

const USE_RECORDED_EVERY_MS = 60_000;

/** The stored form of a key: its SHA-256. */
export const hashKey = (key: string): Buffer => createHash("sha256").update(key).digest();

/** The key with this SHA-256, present or previous, valid or not. */
export async function findKey(db: Db, hash: Uint8Array): Promise<ApiKey | null> {
  const [key] = await db
    .select()
    .from(apiKeys)
    .where(or(eq(apiKeys.hash, hash), eq(apiKeys.previousHash, hash)));
  return key ?? null;
}

/** Records the use of a key in the database and in `key`, at most once a minute. */
export async function touchKey(db: Db, key: ApiKey, nowMs: number): Promise<void> {
  if (key.lastUsedAt && nowMs - key.lastUsedAt.getTime() < USE_RECORDED_EVERY_MS) return;
  key.lastUsedAt = new Date(nowMs);
  await db.update(apiKeys).set({ lastUsedAt: key.lastUsedAt }).where(eq(apiKeys.id, key.id));
}

/** 256 random bits behind a readable prefix, with their stored form. */
function newSecret() {
  const key = `ck_${randomBytes(32).toString("base64url")}`;
  return { key, stored: { prefix: key.slice(0, 9), hash: hashKey(key) } };
}

/** The properties of a new key; omitted limits do not apply. */
export interface NewKey {
  name: string;
  scopes: readonly Scope[];
  expiresAt: Date | null;
  limits?: KeyLimits | null;
  rate?: KeyRate | null;
}

/** Creates a key. @returns the secret, which is not stored, and the record */
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
 * Rotates a key: the present secret stays valid until `previousUntil`, the one before it becomes
 * invalid.
 * @returns null if no key with this id is unrevoked
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

/** All keys, newest first, including invalid ones. */
export const listKeys = (db: Db): Promise<ApiKey[]> =>
  db.select().from(apiKeys).orderBy(desc(apiKeys.createdAt));

/** The key with this id, valid or not. */
export async function getKey(db: Db, id: string): Promise<ApiKey | null> {
  const [key] = await db.select().from(apiKeys).where(eq(apiKeys.id, id));
  return key ?? null;
}

/** Revokes a key by its id; false if no key with this id is unrevoked. */
export async function revokeKey(db: Db, id: string, nowMs: number): Promise<boolean> {
  const revoked = await db
    .update(apiKeys)
    .set({ revokedAt: new Date(nowMs) })
    .where(and(eq(apiKeys.id, id), isNull(apiKeys.revokedAt)))
    .returning({ id: apiKeys.id });
  return revoked.length > 0;
}
