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
export async function routeId({ params }: ResourcePage): Promise<string> {
  const { id } = await params;
  try {
    return decodeURIComponent(id);
  } catch {
    return id;
  }
}

/** One value of the address; empty when it is not given. */
export const getParam = (asked: SearchParams, name: string): string =>
  [asked[name]].flat()[0]?.trim() ?? "";

/** Leads on to the thing whose id was typed into a list's own form. */
export function redirectToId(list: string, asked: SearchParams): void {
  const id = getParam(asked, "id");
  if (id !== "") redirect(`${list}/${encodeURIComponent(id)}`);
}
