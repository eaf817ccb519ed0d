import type { Db } from "./store.ts";

/**
 * Rows of tables that a transaction reads once, changes in memory and writes at its end, because it
 * would read and write them for each of many quarter-hours.
 */
export interface HeldRows {
  /** Writes what has changed. */
  write(tx: Db): Promise<void>;
}

/**
 * A transaction whose nested transactions are parts of it: a failure in one of them fails it. Saves
 * two statements for each.
 */
export function withoutSavepoints(tx: Db): Db {
  const transaction = ((job: (db: Db) => Promise<unknown>) => job(tx)) as Db["transaction"];
  return Object.assign(tx, { transaction });
}

type Kind<T extends HeldRows> = abstract new (...args: never[]) => T;

const held = new WeakMap<Db, readonly HeldRows[]>();

/**
 * Holds these rows in memory while `work` runs in this transaction, and writes them after it, in this
 * order. The transaction has locked them against others. Only the modules that know them as held may
 * read and change them meanwhile.
 */
export async function holdRows(
  tx: Db,
  rows: readonly HeldRows[],
  work: () => Promise<void>,
): Promise<void> {
  held.set(tx, rows);
  await work();
  held.delete(tx);
  for (const one of rows) await one.write(tx);
}

/** The rows of a kind that this transaction holds; undefined if it holds none. */
export const getHeld = <T extends HeldRows>(tx: Db, kind: Kind<T>): T | undefined =>
  held.get(tx)?.find((one): one is T => one instanceof kind);

/** What is read for each quarter-hour of a transaction but does not change in it. */
export class HeldReads implements HeldRows {
  private readonly found = new Map<string, Promise<unknown>>();

  get<T>(key: string, read: () => Promise<T>): Promise<T> {
    const before = this.found.get(key) as Promise<T> | undefined;
    if (before) return before;
    const reading = read();
    this.found.set(key, reading);
    return reading;
  }

  write(): Promise<void> {
    return Promise.resolve();
  }
}

/** Reads once what a transaction holds; `key` says what, with all that it depends on. */
export const readOnce = <T>(tx: Db, key: string, read: () => Promise<T>): Promise<T> =>
  getHeld(tx, HeldReads)?.get(key, read) ?? read();
