/** The pages whose filters, order and columns can be saved. */
export const savedViewPages = [
  "/customers",
  "/locations",
  "/groups",
  "/devices",
  "/controls",
  "/audit",
] as const;
export type SavedViewPage = (typeof savedViewPages)[number];

/** The longest name of a saved view. */
export const MAX_VIEW_NAME = 60;

/** The longest query string of a saved view. */
export const MAX_VIEW_QUERY = 1_000;

/** A saved view as its page shows it. */
export interface SavedView {
  id: string;
  name: string;
  /** The query string of its page, without `?`. */
  query: string;
  isShared: boolean;
  /** Who saved it, if somebody else did. */
  by: string | null;
  mayDelete: boolean;
}

/** The query string that is saved of the parameters of a page: without the page number, sorted. */
export function toViewQuery(params: URLSearchParams): string {
  const filters = [...params].filter(([name, value]) => name !== "page" && value.trim() !== "");
  return new URLSearchParams(filters.toSorted(([a], [b]) => (a < b ? -1 : 1))).toString();
}
