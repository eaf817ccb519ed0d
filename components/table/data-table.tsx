"use client";

import type { RowData } from "@tanstack/react-table";
import { Columns3 } from "lucide-react";
import type { ReactNode } from "react";
import { ExportMenu } from "@/components/export/export-menu.tsx";
import { classNames } from "@/components/ui/class-names.ts";
import { SavedViewsMenu } from "@/components/saved-views/saved-views-menu.tsx";
import type { SavedViewPage } from "@/lib/tables/saved-view.ts";
import type { ExportNoun } from "@/lib/portal/exports/export-rows.ts";
import { columnId, type ColumnVisibility, useColumnVisibility } from "./use-column-visibility.ts";
import type { Columns } from "./columns.ts";
import { HiddenColumnsNote } from "./hidden-columns-note.tsx";
import { RowsTable } from "./rows-table.tsx";
import { TablePaging } from "./table-paging.tsx";
import { type PageQuery, pageRange } from "./table-state.ts";
import type { SortOption, TableFilter } from "./table-filters.tsx";
import { type CustomFilters, TableToolbar } from "./table-toolbar.tsx";
import { useTableUrlState, type TableUrlState } from "./use-table-url-state.ts";
import { useTranslations } from "next-intl";
import { dynamic } from "@/components/ui/dynamic.tsx";
import { Menu } from "../ui/menu.tsx";
import { ButtonLink } from "@/components/ui/button.tsx";
import { Empty } from "@/components/ui/states.tsx";

/** Why the list is empty, with a link to where it is not. */
function EmptyRows({
  address,
  query,
  page: { total, complete },
  noun,
  narrowed,
  filters,
  empty,
}: {
  address: TableUrlState;
  query: PageQuery;
  page: { total: number; complete: boolean };
  noun: string;
  /** Whether a search or a filter is set. */
  narrowed: boolean;
  filters: TableFilter[];
  /** Shown when the list has no items at all. */
  empty: ReactNode;
}) {
  const t = useTranslations("table");
  const { last, beyond } = pageRange(query, total);
  const toLast = address.href({ page: last });
  const toAll = address.href(clearFilters(filters));
  if (beyond && total > 0) {
    return <Nothing title={t("endsBefore")} href={toLast} action={t("toLastPage")} />;
  }
  if (narrowed) {
    return <Nothing title={t("noMatch", { noun })} href={toAll} action={t("showAll")} />;
  }
  return (
    <div className="p-4 sm:p-5">
      {!complete ? <Empty title={t("noneCached", { noun })} hint={t("noneCachedHint")} /> : empty}
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

const clearFilters = (filters: TableFilter[]) =>
  Object.fromEntries(["search", ...filters.map(({ name }) => name)].map((name) => [name, null]));

const ColumnOptions = dynamic(async () => (await import("./column-options.tsx")).ColumnOptions);

/** Chooses the columns of a table. */
function ColumnMenu({ choice }: { choice: ColumnVisibility }) {
  const t = useTranslations("table");
  return (
    <Menu label={t("columns")} icon={<Columns3 aria-hidden className="size-4" />}>
      <ColumnOptions choice={choice} />
    </Menu>
  );
}

/** One page of a list, already searched, filtered and sorted by the service. */
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
  customFilters?: CustomFilters;
  /** Further tools at the end of the toolbar. */
  tools?: ReactNode;
  /** Shown when the list has no items at all. */
  empty: ReactNode;
  /** The plural of the rows in the user's language: `customers`. */
  noun: string;
  /** The resource: with it, columns can be selected and rows exported. */
  name?: ExportNoun;
  /** Further query parameters of the list that are not in the URL. */
  of?: Readonly<Record<string, string>>;
  /** For customers: searching and ordering are left out while all rows are there anyway. */
  plain?: boolean;
  /** The page whose views staff save; without it, none are saved. */
  views?: SavedViewPage;
  /** Bulk actions, above the rows. */
  bulk?: ReactNode;
}

/**
 * A list of one noun: search, filters, order, pages. All of its state is in the address, so going
 * back, sharing a link and working without JavaScript come of themselves.
 */
export function DataTable<Row extends RowData>(props: DataTableProps<Row>) {
  const { columns, page, query, noun, filters = [] } = props;
  const { items, total } = page;
  const { sort } = query;
  const { address, pending } = useTableUrlState();
  const choice = useColumnVisibility(props.name, columns);
  const narrowed = ["search", ...filters.map(({ name }) => name)].some((name) =>
    address.params.get(name),
  );
  const shared = { address, noun, query };

  return (
    <div className="rounded-lg border border-line bg-surface">
      {!page.complete && <RegistryNote />}
      <Tools {...props} address={address} choice={choice} narrowed={narrowed} />
      {items.length > 0 && props.bulk}
      <div
        aria-busy={pending}
        className={classNames("transition-opacity", pending && "opacity-60")}
      >
        {items.length > 0 ? (
          <>
            <RowsTable
              columns={columns}
              rows={items}
              noun={noun}
              sort={sort}
              address={address}
              visibleColumns={choice}
            />
            {props.name && <HiddenColumnsNote columns={columns} choice={choice} />}
          </>
        ) : (
          <EmptyRows
            {...shared}
            page={page}
            narrowed={narrowed}
            filters={filters}
            empty={props.empty}
          />
        )}
      </div>
      {items.length > 0 && <TablePaging {...shared} total={total} />}
    </div>
  );
}

/** The toolbar; for customers only what a short list needs. */
function Tools<Row extends RowData>({
  columns,
  page: { total, complete },
  query,
  searchable = false,
  searchPlaceholder,
  filters = [],
  customFilters,
  tools,
  noun,
  name,
  of,
  plain = false,
  views,
  address,
  choice,
  narrowed,
}: DataTableProps<Row> & { address: TableUrlState; choice: ColumnVisibility; narrowed: boolean }) {
  const t = useTranslations("table");
  const isLimited = narrowed || customFilters?.names.some((each) => address.params.get(each));
  if (!(searchable || filters.length > 0) || !(total > 0 || isLimited)) return null;
  const bare = plain && !narrowed && total <= query.page_size;
  return (
    <TableToolbar
      address={address}
      noun={noun}
      searchable={searchable && !bare}
      searchPlaceholder={searchPlaceholder}
      filters={bare ? [] : filters}
      sort={query.sort}
      customFilters={customFilters}
      sorts={query.sort === undefined || bare ? [] : sortChoices(columns, t)}
    >
      {views && <SavedViewsMenu page={views} params={address.params} />}
      {name && total > 0 && (
        <>
          {!bare && <ColumnMenu choice={choice} />}
          <ExportMenu
            noun={name}
            of={of}
            params={address.params}
            total={total}
            complete={complete}
            alone={bare}
          />
        </>
      )}
      {tools}
    </TableToolbar>
  );
}

function RegistryNote() {
  const t = useTranslations("table");
  return (
    <p className="flex items-start gap-2 border-b border-line px-4 py-2.5 text-muted sm:px-5">
      <span aria-hidden className="info-mark mt-0.5 size-4" />
      {t("registryNote")}
    </p>
  );
}

function sortChoices<Row extends RowData>(
  columns: Columns<Row>,
  t: ReturnType<typeof useTranslations<"table">>,
): SortOption[] {
  return columns.flatMap((column) => {
    const { header, meta } = column;
    const id = columnId(column);
    if (!id || !meta?.sort || typeof header !== "string") return [];
    return [
      { value: id, label: t("ascending", { column: header }) },
      { value: `-${id}`, label: t("descending", { column: header }) },
    ];
  });
}
