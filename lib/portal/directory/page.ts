import { MAX_PAGE_SIZE } from "../../contract/page-size.ts";
import type { OperationId, QueryInput, QueryOf } from "../../contract/index.ts";
import { validateQuery } from "../service-client/validate-input.ts";
import type { Lookup, Page } from "./types.ts";
import { getRequestId } from "../context/request-context.ts";
import { listCached, type ResourceType, type CacheQuery } from "../db/local-cache.ts";

/** An empty page. */
export const emptyPage = <T>(): Page<T> => ({ items: [], total: 0, complete: true });

/** Validates a list query and applies the operation's defaults. */
export const toListQuery = <K extends OperationId>(
  operation: K,
  query: QueryInput<K>,
): QueryOf<K> => validateQuery(operation, query, getRequestId());

/** The service's page; without a total, the number seen and one more if there may be more. */
export function toPage<T>(
  data: T[],
  total: number | null,
  { page, page_size }: { page: number; page_size: number },
): Page<T> {
  const seen = page * page_size + data.length;
  const more = data.length >= page_size ? 1 : 0;
  return { items: data, total: total ?? seen + more, complete: true };
}

/**
 * Yields a list's rows from its first page on, each once; ends at a page with nothing new. Pages
 * have `MAX_PAGE_SIZE` rows.
 */
export async function* listRows<Row extends { id: string }>(
  first: Page<Row>,
  read: (page: number) => Promise<Page<Row>>,
): AsyncGenerator<Row, void> {
  const seen = new Set<string>();
  let { items } = first;
  for (let page = 1; ; page++) {
    const fresh = items.filter(({ id }) => !seen.has(id));
    for (const row of fresh) {
      seen.add(row.id);
      yield row;
    }
    if (items.length < MAX_PAGE_SIZE || fresh.length === 0) return;
    ({ items } = await read(page));
  }
}

/** A page of the portal's cached resources. */
export async function cachedPage<T>(
  { cache, user }: Lookup,
  kind: ResourceType,
  query: CacheQuery,
): Promise<Page<T>> {
  const ownData = user.role === "staff" ? {} : { customer_id: user.customerId ?? "" };
  const { items, total } = await listCached(cache.db, cache.service, kind, {
    ...query,
    where: { ...query.where, ...ownData },
  });
  return { items: items.map((item) => item.json as T), total, complete: false };
}
