import { asc, desc, or, sql, type SQL, type SQLWrapper } from "drizzle-orm";
import { runPrepared, type Preparable } from "../../lib/database/prepared.ts";
import { getSharedRuns } from "../../lib/database/coalesce.ts";
import type { Db } from "./store.ts";

/** One page of rows with the total. */
export interface Page<T> {
  rows: T[];
  total: number;
}
/** A page that several calls share. */
export interface SharedPage<T> {
  readonly rows: readonly T[];
  readonly total: number;
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

/** The moment that a list depends on: null where it neither asks for states nor is ordered by them. */
export const getStateTime = <T>(
  { state, sort }: { state?: unknown; sort: string },
  now: T,
): T | null => (state !== undefined || /(state|relevance)$/.test(sort) ? now : null);

/** The sort columns of a list, by their names in the contract. */
export type SortColumns = Record<string, SQLWrapper | SQLWrapper[]>;

/** Orders by a named column (`-name` descends), then by id, so that pages never overlap. */
export function order(sort: string, columns: SortColumns, id: SQLWrapper): SQL[] {
  const descending = sort.startsWith("-");
  const by = [columns[descending ? sort.slice(1) : sort]!, id].flat();
  return by.map((column) => (descending ? desc(column) : asc(column)));
}

/** Matches any column that contains the text, ignoring case; undefined without a text. Half the time of `ilike`. */
export function matches(text: string | undefined, columns: SQLWrapper[]): SQL | undefined {
  if (!text) return undefined;
  const pattern = `%${text.replace(/[\\%_]/g, "\\$&")}%`;
  return or(...columns.map((column) => sql`lower(${column}) like lower(${pattern})`));
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

/** The statement for a page, and the one for the count of its list. */
export interface PageStatements<T> {
  count: Preparable<{ total: number }[]>;
  rows(total: SQL<number>): Preparable<T[]>;
}

/**
 * Reads a page and the total in one statement, so that they agree: `rows` selects `total` with each
 * row. Past the last page, where no row has it, the count is a statement of its own. Both are built
 * once for each `question`, which has all that they depend on; `values` are those of the placeholders in `rows`.
 * Calls for the same page that wait share the next read: after an event every open list asks at once.
 */
export function readPage<T extends { total: number }>(
  db: Db,
  question: readonly unknown[],
  build: () => PageStatements<T>,
  values: Record<string, unknown> = {},
): Promise<SharedPage<T>> {
  const key = JSON.stringify(question);
  return getSharedRuns(db).run(`${key} ${JSON.stringify(values)}`, () =>
    readOnePage(db, key, build, values),
  );
}

async function readOnePage<T extends { total: number }>(
  db: Db,
  key: string,
  build: () => PageStatements<T>,
  values: Record<string, unknown>,
): Promise<Page<T>> {
  const buildRows = () => {
    const statements = build();
    const count = statements.count as unknown as SQLWrapper;
    return statements.rows(sql<number>`(${count})`.mapWith(Number));
  };
  const rows = await runPrepared(db, key, buildRows, values);
  if (rows.length > 0) return { rows, total: rows[0]!.total };
  const [counted] = await runPrepared(db, `count ${key}`, () => build().count);
  return { rows, total: counted!.total };
}
