/** What changes in an address; `null` takes the name out. */
export type TableChanges = Record<string, string | number | null>;

/**
 * The address of the same list with some of its state changed. Whatever changes what is listed
 * starts again at the first page; the first page and empty values leave no trace.
 */
export function tableHref(pathname: string, current: URLSearchParams, changes: TableChanges) {
  const next = new URLSearchParams(current);
  if (!("page" in changes)) next.delete("page");
  for (const [name, value] of Object.entries(changes)) {
    if (value === null || value === "" || (name === "page" && value === 0)) next.delete(name);
    else next.set(name, String(value));
  }
  const query = next.toString();
  return query === "" ? pathname : `${pathname}?${query}`;
}

export type SortDirection = "asc" | "desc";

/** The direction in which a list is sorted by a field, or null; `-name` is `name`, descending. */
export function getSortDirection(sort: string | undefined, field: string): SortDirection | null {
  if (sort === field) return "asc";
  return sort === `-${field}` ? "desc" : null;
}

/** The `sort` parameter after a click on the heading of a field: `first`, then the other direction. */
export function nextSort(sort: string | undefined, field: string, first: SortDirection): string {
  const current = getSortDirection(sort, field);
  const isDescending = current === null ? first === "desc" : current === "asc";
  return isDescending ? `-${field}` : field;
}

/** The requested page of a list, from 0, and the page size. */
export interface PageQuery {
  page: number;
  page_size: number;
}

/** Which items a page shows, counted from 1, and the number of the last page, counted from 0. */
export function pageRange({ page, page_size }: PageQuery, total: number) {
  const last = Math.max(0, Math.ceil(total / page_size) - 1);
  const from = page * page_size + 1;
  return { from, to: Math.min(total, from + page_size - 1), last, beyond: from > total };
}
