import type { RowData } from "@tanstack/react-table";
import type { Columns } from "./columns.ts";

/** A column people can show or leave out. */
export interface ColumnOption {
  id: string;
  label: string;
  /** Whether it is there while nobody chose. */
  usual: boolean;
}

/** Stands in an address for "none of the columns that can be left out". */
const NONE = "none";

/** The id a column has: its own, else the field it shows. */
export const columnId = <R extends RowData>(column: Columns<R>[number]): string =>
  column.id ?? ("accessorKey" in column ? String(column.accessorKey) : "");

/** The columns of a table that can be left out: not what names the row, nor what selects it. */
export const columnOptions = <R extends RowData>(columns: Columns<R>): ColumnOption[] =>
  columns
    .filter(({ meta }) => !meta?.heads && !meta?.selects)
    .map((column) => ({
      id: columnId(column),
      label: typeof column.header === "string" ? column.header : columnId(column),
      usual: !column.meta?.optional,
    }));

/** The columns a text of an address or of the browser's memory names; null where it names none. */
export function parseColumns(text: string | null, options: ColumnOption[]): string[] | null {
  if (text === NONE) return [];
  const named = new Set(text?.split(",") ?? []);
  const found = options.map(({ id }) => id).filter((id) => named.has(id));
  return found.length > 0 ? found : null;
}

/** The same choice as a text; null for the columns that are usually there. */
export function formatColumns(chosen: string[], options: ColumnOption[]): string | null {
  const usual = options.every(({ id, usual }) => chosen.includes(id) === usual);
  if (usual) return null;
  return chosen.length === 0 ? NONE : chosen.join(",");
}

/** The visible columns, in the format of the table library. */
export const toVisibility = (
  chosen: string[] | null,
  options: ColumnOption[],
): Record<string, boolean> =>
  Object.fromEntries(options.map(({ id, usual }) => [id, chosen ? chosen.includes(id) : usual]));
