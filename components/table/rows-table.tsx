"use client";

import { type Cell, type Header, type RowData, useTable } from "@tanstack/react-table";
import { memo, type MouseEvent, type ReactNode, useMemo } from "react";
import { columnId, columnOptions, toVisibility } from "./use-column-visibility.ts";
import { type ColumnDisplay, type Columns, features, hiddenBelow } from "./columns.ts";
import { ArrowDown, ArrowUp, ChevronsUpDown } from "lucide-react";
import { classNames } from "@/components/ui/class-names.ts";
import { Link } from "@/components/ui/link.tsx";
import { getSortDirection, nextSort } from "./table-state.ts";
import type { TableUrlState } from "./use-table-url-state.ts";

const labelKeys = { asc: "ascending", desc: "descending" } as const;
const arrows = { asc: ArrowUp, desc: ArrowDown };

/** A column's heading; where the list can be ordered by it, a link that does so. */
function HeaderCell<R extends RowData>({
  header,
  sort,
  address,
  everywhere,
  children,
}: {
  header: Header<typeof features, R, unknown>;
  /** The current order of the list. */
  sort: string | undefined;
  address?: TableUrlState;
  /** Shown however narrow the table is. */
  everywhere: boolean;
  children: ReactNode;
}) {
  const { id, columnDef } = header.column;
  const { sort: first, ...display } = columnDef.meta ?? {};
  const sorted = getSortDirection(sort, id);
  const isSortable = address !== undefined && first !== undefined;
  const Arrow = sorted ? arrows[sorted] : ChevronsUpDown;
  return (
    <th
      role="columnheader"
      scope="col"
      aria-sort={isSortable ? (sorted ? labelKeys[sorted] : "none") : undefined}
      className={classNames(
        "sticky top-0 z-10 bg-surface px-3 py-2 sm:max-lg:px-2 text-xs font-medium whitespace-nowrap text-muted shadow-[inset_0_-1px_0_var(--line)] first:rounded-tl-lg first:pl-5 last:rounded-tr-lg last:pr-5",
        display.align === "end" && "text-right not-last:pr-6",
        !everywhere && hiddenBelow(display.from),
        display.selects && "pr-0! w-0",
      )}
    >
      {isSortable ? (
        <Link
          href={address.href({ sort: nextSort(sort, id, first) })}
          scroll={false}
          className={classNames(
            "-mx-1 inline-flex min-h-6 items-center gap-1 rounded px-1 hover:text-ink",
            display.align === "end" && "flex-row-reverse",
            sorted && "text-ink",
          )}
        >
          {children}
          <Arrow aria-hidden className={classNames("size-3.5", !sorted && "opacity-50")} />
        </Link>
      ) : (
        children
      )}
    </th>
  );
}

/** Which columns are shown; `chosen` ones are there however narrow the table is. */
interface VisibleColumns {
  visibility: Record<string, boolean>;
  chosen: string[] | null;
}

interface RowsTableProps<R extends RowData> {
  columns: Columns<R>;
  rows: R[];
  noun: string;
  sort?: string;
  address?: TableUrlState;
  visibleColumns?: VisibleColumns;
}

/**
 * The rows of a list as a table, and as cards below 640 px. With `sort` and `address` its headings
 * are links that change the order. A table is seen once it came whole: each row that came later would
 * move the columns of those before.
 */
export const RowsTable = memo(function RowsTable<R extends RowData>({
  columns,
  rows,
  noun,
  sort,
  address,
  visibleColumns,
}: RowsTableProps<R>) {
  const visible = useMemo(() => {
    const visibility = visibleColumns?.visibility ?? defaultVisibility(columns);
    return columns.filter((column) => visibility[columnId(column)] ?? true);
  }, [visibleColumns?.visibility, columns]);
  const table = useTable({ features, columns: visible, data: rows });
  const everywhere = Boolean(visibleColumns?.chosen);

  return (
    <div
      className={classNames(
        "sm:not-has-[>table+[data-whole]]:invisible",
        everywhere
          ? "sm:max-h-[calc(100dvh-8rem)] sm:overflow-auto"
          : "sm:max-xl:max-h-[calc(100dvh-8rem)] sm:max-xl:overflow-auto",
      )}
    >
      <table role="table" aria-label={noun} className="w-full text-left max-sm:block">
        <thead role="rowgroup" className="max-sm:hidden">
          {table.getHeaderGroups().map((group) => (
            <tr role="row" key={group.id}>
              {group.headers.map((header) => (
                <HeaderCell
                  key={header.id}
                  header={header}
                  sort={sort}
                  address={address}
                  everywhere={everywhere}
                >
                  <table.FlexRender header={header} />
                </HeaderCell>
              ))}
            </tr>
          ))}
        </thead>
        <tbody role="rowgroup" className="max-sm:block">
          {table.getRowModel().rows.map((row) => (
            <tr
              role="row"
              key={row.id}
              onClick={followRow}
              className="relative border-t border-line hover:bg-sunken/60 focus-within:bg-sunken/60 has-checked:bg-sunken has-[[data-row-link]]:cursor-pointer max-sm:block max-sm:px-4 max-sm:py-3 first:border-t-0"
            >
              {row.getAllCells().map((cell) => (
                <td
                  role="cell"
                  key={cell.id}
                  data-label={getLabel(cell)}
                  className={cellClass(cell, everywhere)}
                >
                  <table.FlexRender cell={cell} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <span hidden data-whole />
    </div>
  );
}) as <R extends RowData>(props: RowsTableProps<R>) => ReactNode;

const defaultVisibility = <R extends RowData>(columns: Columns<R>): Record<string, boolean> =>
  toVisibility(null, columnOptions(columns));

/** Longer than any word that is to stay whole; an ISO timestamp is shorter. */
const LONG_WORD = /\S{28}/;

const isLong = (value: unknown) => typeof value === "string" && LONG_WORD.test(value);

type AnyCell<R extends RowData> = Cell<typeof features, R, unknown>;

const getDisplay = <R extends RowData>(cell: AnyCell<R>): ColumnDisplay =>
  cell.column.columnDef.meta ?? {};

function getLabel<R extends RowData>(cell: AnyCell<R>): string {
  const { header } = cell.column.columnDef;
  return typeof header === "string" ? header : "";
}

function cellClass<R extends RowData>(cell: AnyCell<R>, everywhere: boolean) {
  const display = getDisplay(cell);
  if (display.selects)
    return "align-middle sm:w-0 sm:pl-5 max-sm:absolute max-sm:top-1 max-sm:right-2";
  return classNames(
    "px-3 py-2 align-middle sm:max-lg:px-2 first:pl-4 last:pr-4 sm:first:pl-5 sm:last:pr-5",
    "*:align-middle max-sm:has-[[data-not-given]]:hidden",
    "max-sm:flex max-sm:min-w-0 max-sm:gap-x-4 max-sm:p-0! max-sm:py-0.5! max-sm:wrap-anywhere",
    display.heads
      ? classNames("max-sm:pb-1!", everywhere ? "sm:min-w-52" : "sm:min-w-36")
      : "labelled",
    isLong(cell.getValue()) && "sm:min-w-36 sm:wrap-anywhere",
    display.align === "end" && "sm:text-right sm:not-last:pr-6",
    (display.whole === true || display.align === "end") && "sm:whitespace-nowrap",
    display.whole === "xl" && "min-[85rem]:whitespace-nowrap",
    !everywhere && hiddenBelow(display.from),
  );
}

function followRow(event: MouseEvent<HTMLTableRowElement>) {
  const pressed = event.target as HTMLElement;
  const means = event.ctrlKey || event.metaKey || window.getSelection()?.toString();
  if (means || pressed.closest("a, button, input, select, label")) return;
  event.currentTarget.querySelector<HTMLAnchorElement>("a[data-row-link]")?.click();
}
