import { operations, type OperationId, type QueryOf } from "@/lib/contract/index.ts";
import { DEFAULT_PAGE_SIZE } from "@/lib/tables/page-size.ts";
import { redirect } from "next/navigation";

/** The props of a page whose path ends in an id. */
export interface ResourcePage {
  params: Promise<{ id: string }>;
}

/** The props of a page with search params. */
export interface SearchPage {
  searchParams: Promise<SearchParams>;
}

/** The id in the page's path, decoded once. */
export async function getRouteId({ params }: ResourcePage): Promise<string> {
  const { id } = await params;
  try {
    return decodeURIComponent(id);
  } catch {
    return id;
  }
}

/** One search param; empty if it is missing. */
export const getParam = (searchParams: SearchParams, name: string): string =>
  [searchParams[name]].flat()[0]?.trim() ?? "";

/** Redirects to the resource whose id was entered in a list's form. */
export function redirectToId(list: string, searchParams: SearchParams): void {
  const id = getParam(searchParams, "id");
  if (id !== "") redirect(`${list}/${encodeURIComponent(id)}`);
}

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
    const initial = name === "page_size" ? DEFAULT_PAGE_SIZE : undefined;
    const value = firstValue(params[name]) === undefined ? initial : parsed.data;
    return [name, value ?? schema.parse(initial)] as const;
  });
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined)) as QueryOf<K>;
}

function firstValue(value: string | string[] | undefined): string | undefined {
  const text = (Array.isArray(value) ? value[0] : value)?.trim();
  return text === "" ? undefined : text;
}
