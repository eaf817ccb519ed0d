import { asc, desc, ilike, or, type SQL, type SQLWrapper } from "drizzle-orm";
import type { Db } from "./store.ts";

/** One page of rows with the total. */
export interface Page<T> {
  rows: T[];
  total: number;
}
/** The paging parameters of every list, as parsed by the contract. */
export interface Paging {
  page: number;
  page_size: number;
}

/** Limit and offset of a page. */
export const slice = ({ page, page_size }: Paging) => ({
  limit: page_size,
  offset: page * page_size,
});

/** The sort columns of a list, by their names in the contract. */
export type SortColumns = Record<string, SQLWrapper | SQLWrapper[]>;

/** Orders by a named column (`-name` descends), then by id, so that pages never overlap. */
export function order(sort: string, columns: SortColumns, id: SQLWrapper): SQL[] {
  const descending = sort.startsWith("-");
  const by = [columns[descending ? sort.slice(1) : sort]!, id].flat();
  return by.map((column) => (descending ? desc(column) : asc(column)));
}

/** Matches any column that contains the text, ignoring case; undefined without a text. */
export function matches(text: string | undefined, columns: SQLWrapper[]): SQL | undefined {
  if (!text) return undefined;
  const pattern = `%${text.replace(/[\\%_]/g, "\\$&")}%`;
  return or(...columns.map((column) => ilike(column as never, pattern)));
}

/** Reads the rows of a page by their ids, in order, so that joins run for these rows only. */
export async function readRows<T>(
  found: readonly { id: string }[],
  read: (ids: string[]) => Promise<T[]>,
  idOf: (row: T) => string,
): Promise<T[]> {
  const ids = found.map(({ id }) => id);
  const byId = new Map((await read(ids)).map((row) => [idOf(row), row]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

/** Reads a page and its total in one transaction, so that they agree. */
export const readPage = <T>(
  db: Db,
  rows: (tx: Db) => Promise<T[]>,
  count: (tx: Db) => Promise<number>,
): Promise<Page<T>> =>
  db.transaction(async (tx) => ({ rows: await rows(tx), total: await count(tx) }), {
    isolationLevel: "repeatable read",
    accessMode: "read only",
  });
