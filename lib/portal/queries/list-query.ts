import { operations, type OperationId, type QueryOf } from "@/lib/contract/index.ts";

/** A page's search params as Next passes them; a repeated name is an array. */
export type SearchParams = Record<string, string | string[] | undefined>;

/**
 * Parses a list's search params as the query of its operation: `page` from 0, `page_size`, `sort`,
 * `search` and the operation's filters. An invalid value falls back to its default, and unknown
 * names are dropped.
 */
export function parseTableQuery<K extends OperationId>(
  operation: K,
  params: SearchParams,
): QueryOf<K> {
  const entries = Object.entries(operations[operation].query.shape).map(([name, schema]) => {
    const parsed = schema.safeParse(firstValue(params[name]));
    return [name, parsed.success ? parsed.data : schema.parse(undefined)] as const;
  });
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined)) as QueryOf<K>;
}

function firstValue(value: string | string[] | undefined): string | undefined {
  const text = (Array.isArray(value) ? value[0] : value)?.trim();
  return text === "" ? undefined : text;
}
