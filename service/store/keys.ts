import { hash, randomBytes } from "node:crypto";
import { and, desc, eq, isNull, or, sql } from "drizzle-orm";
import type { KeyLimits, KeyRate, Scope } from "../../lib/contract/index.ts";
import { token } from "./ids.ts";
import { apiKeys } from "./schema.ts";
import type { Db } from "./store.ts";

/** A change of a key made by another instance is noticed within this time. */
const MAX_AGE_MS = 500;
const MAX_KEYS = 10_000;

interface Entry {
  key: Promise<ApiKey | null>;
  readAtMs: number;
}

/**
 * Keys by the SHA-256 of their secret, read from the database at most twice a second each. A key that
 * is revoked, rotated or limited is refused by every instance within half a second; the instance that
 * changes one calls `clear`, so that it does so at once. Keys that are not there are never kept.
 */
export class KeyCache {
  private readonly entries = new Map<string, Entry>();

  constructor(private readonly db: Db) {}

  /** The key with this SHA-256, now or before its last rotation, in force or not. */
  async find(hash: Buffer): Promise<ApiKey | null> {
    const name = hash.toString("latin1");
    const cached = this.entries.get(name);
    if (cached && performance.now() - cached.readAtMs < MAX_AGE_MS) return cached.key;
    const entry = { key: findKey(this.db, hash), readAtMs: performance.now() };
    this.store(name, entry);
    const forget = () => {
      if (this.entries.get(name) === entry) this.entries.delete(name);
    };
    entry.key.then((key) => key ?? forget(), forget);
    return entry.key;
  }

  /** Reads every key anew at its next use. */
  clear(): void {
    this.entries.clear();
  }

  /** The key read longest ago gives way. */
  private store(name: string, entry: Entry): void {
    this.entries.delete(name);
    this.entries.set(name, entry);
    if (this.entries.size <= MAX_KEYS) return;
    const [oldest] = this.entries.keys();
    this.entries.delete(oldest!);
  }
}

export type ApiKey = typeof apiKeys.$inferSelect;

const USE_RECORDED_EVERY_MS = 60_000;

/** The stored form of a key: its SHA-256. */
export const hashKey = (key: string): Buffer => hash("sha256", key, "buffer");

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
