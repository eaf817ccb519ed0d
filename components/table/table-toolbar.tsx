"use client";

import { Search } from "lucide-react";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { Button } from "@/components/ui/button.tsx";
import { classNames } from "@/components/ui/class-names.ts";
import { TextInput } from "@/components/ui/field.tsx";
import { usePhoneFold } from "@/components/ui/use-phone-fold.ts";
import { FilterSelect, FilterField, type SortOption, type TableFilter } from "./table-filters.tsx";
import { type TableUrlState, useDebouncedParam } from "./use-table-url-state.ts";

/** Filters that a list draws itself, below the others. */
export interface CustomFilters {
  /** Their parameters. */
  names: readonly string[];
  draw: (address: TableUrlState) => ReactNode;
}

/** Parameters that a form sent without JavaScript has to repeat. */
const REPEATED = ["page_size", "columns", "of", "from", "to"];

/**
 * Search, filters and order of a list. With JavaScript each change applies at once (typing after
 * 300 ms); without it the form is sent to the same URLs by its button. On a phone the filters and the
 * order are behind a button with the number of active filters, so that the list starts with its rows.
 */
export function TableToolbar({
  address,
  noun,
  searchPlaceholder,
  searchable,
  filters,
  sort,
  sorts,
  customFilters,
  children,
}: {
  address: TableUrlState;
  noun: string;
  searchable: boolean;
  searchPlaceholder?: string;
  filters: TableFilter[];
  sort?: string;
  sorts: SortOption[];
  customFilters?: CustomFilters | undefined;
  /** What else can be done with the list. */
  children?: ReactNode;
}) {
  const t = useTranslations("table");
  const fold = usePhoneFold();
  const names = [...filters.map(({ name }) => name), ...(customFilters?.names ?? [])];
  const active = names.filter((name) => address.params.get(name)).length;
  return (
    <form
      method="get"
      role="search"
      autoComplete="off"
      onSubmit={(event) => event.preventDefault()}
      className="flex flex-wrap items-center gap-2 p-3 sm:flex-nowrap sm:items-start sm:px-5"
    >
      <div className="contents sm:flex sm:min-w-0 sm:flex-1 sm:flex-wrap sm:items-center sm:gap-2">
        {searchable && <SearchBox address={address} noun={noun} placeholder={searchPlaceholder} />}
        {names.length + sorts.length > 0 && (
          <Button {...fold.button}>{t("filters", { count: active })}</Button>
        )}
        <div
          id={fold.panel.id}
          className={classNames("flex w-full flex-wrap gap-2 sm:contents", fold.panel.className)}
        >
          {filters.map((filter) => (
            <FilterField key={filter.name} filter={filter} address={address} />
          ))}
          {sorts.length > 0 && (
            <FilterSelect
              name="sort"
              label={t("order")}
              value={sort ?? ""}
              options={sorts}
              onChoose={(value) => address.push({ sort: value })}
              className="sm:hidden"
            />
          )}
          {customFilters?.draw(address)}
        </div>
      </div>
      {REPEATED.map((name) => {
        const value = address.params.get(name);
        return value && <input key={name} type="hidden" name={name} value={value} />;
      })}
      <noscript>
        <Button type="submit">{t("apply")}</Button>
      </noscript>
      {children && <div className="relative ml-auto flex items-center gap-2">{children}</div>}
    </form>
  );
}

function SearchBox({
  address,
  noun,
  placeholder,
}: {
  address: TableUrlState;
  noun: string;
  placeholder?: string;
}) {
  const t = useTranslations("table");
  const [typed, setTyped] = useDebouncedParam("search", address);
  return (
    <div className="relative min-w-0 flex-1 basis-full sm:max-w-80 sm:basis-56">
      <Search
        aria-hidden
        className="pointer-events-none absolute inset-y-0 left-3 my-auto size-4 text-muted"
      />
      <TextInput
        type="search"
        name="search"
        aria-label={t("searchIn", { noun })}
        placeholder={placeholder ?? t("search")}
        maxLength={200}
        autoComplete="off"
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        className="pl-9"
      />
    </div>
  );
}
