"use client";

import type { RowData } from "@tanstack/react-table";
import { Info } from "lucide-react";
import type { ReactNode } from "react";
import { ButtonLink } from "@/components/ui/button.tsx";
import { classNames } from "@/components/ui/class-names.ts";
import { Empty } from "@/components/ui/states.tsx";
import type { Columns } from "./columns.ts";
import { RowsTable } from "./rows-table.tsx";
import { TablePaging } from "./table-paging.tsx";
import { pageRange, type PageQuery } from "./table-state.ts";
import { TableToolbar, type SortChoice, type TableFilter } from "./table-toolbar.tsx";
import { useTableAddress, type TableAddress } from "./use-table-address.ts";

/** One page of a list, already searched, ordered and cut by whoever answers it. */
export interface ListPage<Row> {
  items: Row[];
  total: number;
  /** False: the service offers no list, the items are what passed through this portal. */
  complete: boolean;
}

interface DataTableProps<Row extends RowData> {
  columns: Columns<Row>;
  page: ListPage<Row>;
  /**
   * What the address asks for: `page` from 0, and `sort` as the contract writes it, `-name` for
   * descending; without it the order is fixed.
   */
  query: PageQuery & { sort?: string };
  searchable?: boolean;
  searchPlaceholder?: string;
  filters?: TableFilter[];
  /** What stands here when there is nothing at all. */
  empty: ReactNode;
  /** What the rows are, in the plural: `customers`. */
  noun: string;
}

/**
 * A list of one noun: search, filters, order, pages. All of its state is in the address, so going
 * back, sharing a link and working without JavaScript come of themselves.
 */
export function DataTable<Row extends RowData>(props: DataTableProps<Row>) {
  const { columns, page, query, noun, filters = [], searchable = false } = props;
  const { items, total } = page;
  const { sort } = query;
  const address = useTableAddress();
  const narrowed = ["search", ...filters.map(({ name }) => name)].some((name) =>
    address.params.get(name),
  );
  const tools = (searchable || filters.length > 0) && (total > 0 || narrowed);

  return (
    <div className="rounded-lg border border-line bg-surface">
      {!page.complete && <RegistryNote />}
      {tools && (
        <TableToolbar
          address={address}
          noun={noun}
          searchable={searchable}
          searchPlaceholder={props.searchPlaceholder}
          filters={filters}
          sort={sort}
          sorts={sort === undefined ? [] : sortChoices(columns)}
        />
      )}
      <div
        aria-busy={address.pending}
        className={classNames("transition-opacity", address.pending && "opacity-60")}
      >
        {items.length > 0 ? (
          <RowsTable columns={columns} rows={items} noun={noun} sort={sort} address={address} />
        ) : (
          <NoRows {...props} address={address} narrowed={narrowed} />
        )}
      </div>
      {items.length > 0 && (
        <TablePaging address={address} noun={noun} query={query} total={total} />
      )}
    </div>
  );
}

function RegistryNote() {
  return (
    <p className="flex items-start gap-2 border-b border-line px-4 py-2.5 text-muted sm:px-5">
      <Info aria-hidden className="mt-0.5 size-4 shrink-0" />
      This service offers no list; shown is what passed through this portal.
    </p>
  );
}

function NoRows<Row extends RowData>({
  address,
  narrowed,
  ...props
}: DataTableProps<Row> & { address: TableAddress; narrowed: boolean }) {
  const { total, complete } = props.page;
  const { last, beyond } = pageRange(props.query, total);
  const toLast = address.href({ page: last });
  const toAll = address.href(cleared(props.filters));
  if (beyond && total > 0) {
    return (
      <Nothing title="This list ends before that page." href={toLast} action="To the last page" />
    );
  }
  if (narrowed) {
    return <Nothing title={`No ${props.noun} match.`} href={toAll} action="Show all" />;
  }
  return (
    <div className="p-4 sm:p-5">
      {!complete ? (
        <Empty
          title={`No ${props.noun} are known yet`}
          hint="They appear here once they have passed through this portal."
        />
      ) : (
        props.empty
      )}
    </div>
  );
}

function Nothing({ title, href, action }: { title: string; href: string; action: string }) {
  return (
    <div className="p-4 sm:p-5">
      <Empty title={title} action={<ButtonLink href={href}>{action}</ButtonLink>} />
    </div>
  );
}

const cleared = (filters: TableFilter[] = []) =>
  Object.fromEntries(["search", ...filters.map(({ name }) => name)].map((name) => [name, null]));

function sortChoices<Row extends RowData>(columns: Columns<Row>): SortChoice[] {
  return columns.flatMap((column) => {
    const { header, enableSorting } = column;
    const id = column.id ?? ("accessorKey" in column ? String(column.accessorKey) : undefined);
    if (!id || !enableSorting || typeof header !== "string") return [];
    return [
      { value: id, label: `${header} ↑` },
      { value: `-${id}`, label: `${header} ↓` },
    ];
  });
}
