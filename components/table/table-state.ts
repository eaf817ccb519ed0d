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

/** An order as the table knows it: `-name` is `name`, descending. */
export function toSorting(sort: string | undefined) {
  if (!sort) return [];
  return [{ id: sort.replace(/^-/, ""), desc: sort.startsWith("-") }];
}

/** An order as the contract writes it. */
export const toSortParam = (field: string, direction: "asc" | "desc" | false) =>
  direction === "desc" ? `-${field}` : field;

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
