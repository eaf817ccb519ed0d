import { findKey, type ApiKey } from "./keys.ts";
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
    const known = this.entries.get(name);
    if (known && performance.now() - known.readAtMs < MAX_AGE_MS) return known.key;
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
