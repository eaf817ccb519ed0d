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
