"use client";

import { Search } from "lucide-react";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { Button } from "@/components/ui/button.tsx";
import { TextInput } from "@/components/ui/field.tsx";
import { Choice, FilterField, type SortChoice, type TableFilter } from "./table-filters.tsx";
import type { TableAddress } from "./use-table-url-state.ts";
import { useTyped } from "./use-debounced-param.ts";

/** What a form sent without JavaScript has to take along. */
const kept = ["page_size", "columns", "of", "from", "to"];

/**
 * What narrows and orders a list. With JavaScript each change is followed at once (typing after a
 * pause of 300 ms); without it the form goes to the same addresses by its button.
 */
export function TableToolbar({
  address,
  noun,
  searchPlaceholder,
  searchable,
  filters,
  sort,
  sorts,
  children,
}: {
  address: TableAddress;
  noun: string;
  searchable: boolean;
  searchPlaceholder?: string;
  filters: TableFilter[];
  sort?: string;
  sorts: SortChoice[];
  /** What else can be done with the list. */
  children?: ReactNode;
}) {
  const t = useTranslations("table");
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
        {filters.map((filter) => (
          <FilterField key={filter.name} filter={filter} address={address} />
        ))}
        {sorts.length > 0 && (
          <Choice
            name="sort"
            label={t("order")}
            value={sort ?? ""}
            options={sorts}
            onChoose={(value) => address.push({ sort: value })}
            className="sm:hidden"
          />
        )}
      </div>
      {kept.map((name) => {
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
  address: TableAddress;
  noun: string;
  placeholder?: string;
}) {
  const t = useTranslations("table");
  const [typed, setTyped] = useTyped("search", address);
  return (
    <div className="relative min-w-0 flex-1 basis-56 sm:max-w-80 sm:max-lg:basis-44">
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
