"use client";

import type { RowData } from "@tanstack/react-table";
import { useSearchParams } from "next/navigation";
import { useMemo, useSyncExternalStore } from "react";
import type { Columns } from "./columns.ts";
import { tableHref } from "./table-state.ts";

/** A column that can be hidden. */
interface ColumnOption {
  id: string;
  label: string;
  /** Whether it is visible by default. */
  isDefault: boolean;
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
      isDefault: !column.meta?.optional,
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
  const hasDefaults = options.every(({ id, isDefault }) => chosen.includes(id) === isDefault);
  if (hasDefaults) return null;
  return chosen.length === 0 ? NONE : chosen.join(",");
}

/** The visibility of each column, for the table. */
export const toVisibility = (
  chosen: string[] | null,
  options: ColumnOption[],
): Record<string, boolean> =>
  Object.fromEntries(
    options.map(({ id, isDefault }) => [id, chosen ? chosen.includes(id) : isDefault]),
  );

const PARAM = "columns";
const storageKey = (table: string) => `curtail.columns.${table}`;
const listeners = new Set<() => void>();

function subscribe(listener: () => void) {
  listeners.add(listener);
  window.addEventListener("storage", listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener("storage", listener);
  };
}

/** A browser may refuse to keep anything: then the address alone holds the choice. */
function loadColumns(table: string): string | null {
  try {
    return localStorage.getItem(storageKey(table));
  } catch {
    return null;
  }
}

function saveColumns(table: string, text: string | null): void {
  try {
    if (text === null) localStorage.removeItem(storageKey(table));
    else localStorage.setItem(storageKey(table), text);
  } catch {
    return;
  }
  for (const listener of listeners) listener();
}

/**
 * Which columns of a table are shown: what the address says, else what this browser remembers of
 * the table, else those that are usually there. A choice goes to both places; the page is not asked again.
 */
export function useColumnVisibility<R extends RowData>(
  table: string | undefined,
  columns: Columns<R>,
) {
  const inAddress = useSearchParams().get(PARAM);
  const stored = useSyncExternalStore(
    subscribe,
    () => (table === undefined ? null : loadColumns(table)),
    () => null,
  );
  const options = useMemo(() => columnOptions(columns), [columns]);
  const text = inAddress ?? stored;
  const chosen = useMemo(() => parseColumns(text, options), [text, options]);
  const visibility = useMemo(() => toVisibility(chosen, options), [chosen, options]);

  return useMemo(() => {
    function choose(ids: string[] | null) {
      if (table === undefined) return;
      const next = ids && formatColumns(ids, options);
      const { pathname, search } = window.location;
      const current = new URLSearchParams(search);
      const page = Number(current.get("page") ?? 0);
      window.history.replaceState(null, "", tableHref(pathname, current, { [PARAM]: next, page }));
      saveColumns(table, next);
    }
    return { options, visibility, chosen, choose };
  }, [table, options, visibility, chosen]);
}

export type ColumnVisibility = ReturnType<typeof useColumnVisibility>;
