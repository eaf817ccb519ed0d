import type { RowData } from "@tanstack/react-table";
import type { Columns } from "./columns.ts";

/** A column that can be hidden. */
interface ColumnOption {
  id: string;
  label: string;
  /** Whether it is visible by default. */
  usual: boolean;
}

/** The URL value for no optional columns. */
const NONE = "none";

/** The id a column has: its own, else the field it shows. */
export const columnId = <R extends RowData>(column: Columns<R>[number]): string =>
  column.id ?? ("accessorKey" in column ? String(column.accessorKey) : "");

/** The columns that can be hidden: not the one that names the row, nor the one that selects it. */
export const columnOptions = <R extends RowData>(columns: Columns<R>): ColumnOption[] =>
  columns
    .filter(({ meta }) => !meta?.heads && !meta?.selects)
    .map((column) => ({
      id: columnId(column),
      label: typeof column.header === "string" ? column.header : columnId(column),
      usual: !column.meta?.optional,
    }));

/** Parses the columns from the URL or local storage; null for the default. */
export function parseColumns(text: string | null, options: ColumnOption[]): string[] | null {
  if (text === NONE) return [];
  const named = new Set(text?.split(",") ?? []);
  const found = options.map(({ id }) => id).filter((id) => named.has(id));
  return found.length > 0 ? found : null;
}

/** Formats visible columns; null for the default. */
export function formatColumns(chosen: string[], options: ColumnOption[]): string | null {
  const usual = options.every(({ id, usual }) => chosen.includes(id) === usual);
  if (usual) return null;
  return chosen.length === 0 ? NONE : chosen.join(",");
}

/** The visibility of each column, for the table. */
export const toVisibility = (
  chosen: string[] | null,
  options: ColumnOption[],
): Record<string, boolean> =>
  Object.fromEntries(options.map(({ id, usual }) => [id, chosen ? chosen.includes(id) : usual]));
