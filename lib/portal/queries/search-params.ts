import { redirect } from "next/navigation";
import type { SearchParams } from "@/lib/portal/queries/list-query.ts";

/** What Next hands to a page whose address ends in an id. */
export interface ResourcePage {
  params: Promise<{ id: string }>;
}

/** What Next hands to a page that reads its search params. */
export interface SearchPage {
  searchParams: Promise<SearchParams>;
}

/** The id a page's address names: opaque, decoded once. */
export async function getRouteId({ params }: ResourcePage): Promise<string> {
  const { id } = await params;
  try {
    return decodeURIComponent(id);
  } catch {
    return id;
  }
}

/** One value of the address; empty when it is not given. */
export const getParam = (searchParams: SearchParams, name: string): string =>
  [searchParams[name]].flat()[0]?.trim() ?? "";

/** Leads on to the thing whose id was typed into a list's own form. */
export function redirectToId(list: string, searchParams: SearchParams): void {
  const id = getParam(searchParams, "id");
  if (id !== "") redirect(`${list}/${encodeURIComponent(id)}`);
}
