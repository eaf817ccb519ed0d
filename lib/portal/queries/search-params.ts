import { redirect } from "next/navigation";
import type { SearchParams } from "@/lib/portal/queries/list-query.ts";

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
