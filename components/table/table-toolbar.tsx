"use client";

import { Search } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { Button } from "@/components/ui/button.tsx";
import { Select, TextInput } from "@/components/ui/field.tsx";
import { classNames } from "@/components/ui/class-names.ts";
import type { TableAddress } from "./use-table-address.ts";

/** One of the list's own filters: a search param and the values it can take. */
export interface TableFilter {
  name: string;
  label: string;
  options: { value: string; label: string }[];
}

export interface SortChoice {
  value: string;
  label: string;
}

const PAUSE = 300;

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
}: {
  address: TableAddress;
  noun: string;
  searchable: boolean;
  searchPlaceholder?: string;
  filters: TableFilter[];
  sort?: string;
  sorts: SortChoice[];
}) {
  const pageSize = address.params.get("page_size");
  return (
    <form
      method="get"
      role="search"
      onSubmit={(event) => event.preventDefault()}
      className="flex flex-wrap items-center gap-2 p-3 sm:px-5"
    >
      {searchable && <SearchBox address={address} noun={noun} placeholder={searchPlaceholder} />}
      {filters.map((filter) => (
        <FilterSelect key={filter.name} filter={filter} address={address} />
      ))}
      {sorts.length > 0 && (
        <Choice
          name="sort"
          label="Order"
          value={sort ?? ""}
          options={sorts}
          onChoose={(value) => address.push({ sort: value })}
          className="sm:hidden"
        />
      )}
      {pageSize && <input type="hidden" name="page_size" value={pageSize} />}
      <noscript>
        <Button type="submit">Apply</Button>
      </noscript>
    </form>
  );
}

function SearchBox({
  address,
  noun,
  placeholder = "Search",
}: {
  address: TableAddress;
  noun: string;
  placeholder?: string;
}) {
  const inAddress = address.params.get("search") ?? "";
  const [typed, setTyped] = useState(inAddress);
  const followed = useRef(inAddress);

  useEffect(() => {
    if (inAddress !== followed.current) setTyped(inAddress);
    followed.current = inAddress;
  }, [inAddress]);

  useEffect(() => {
    const search = typed.trim();
    if (search === followed.current) return;
    const timer = setTimeout(() => {
      followed.current = search;
      address.replace({ search });
    }, PAUSE);
    return () => clearTimeout(timer);
  });

  return (
    <div className="relative min-w-0 flex-1 basis-56 sm:max-w-80">
      <Search
        aria-hidden
        className="pointer-events-none absolute inset-y-0 left-3 my-auto size-4 text-muted"
      />
      <TextInput
        type="search"
        name="search"
        aria-label={`Search ${noun}`}
        placeholder={placeholder}
        maxLength={200}
        autoComplete="off"
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        className="pl-9"
      />
    </div>
  );
}

function FilterSelect({ filter, address }: { filter: TableFilter; address: TableAddress }) {
  const everything = { value: "", label: `${filter.label}: all` };
  return (
    <Choice
      name={filter.name}
      label={filter.label}
      value={address.params.get(filter.name) ?? ""}
      options={[everything, ...filter.options]}
      onChoose={(value) => address.push({ [filter.name]: value })}
    />
  );
}

function Choice({
  name,
  label,
  value,
  options,
  onChoose,
  className,
}: {
  name: string;
  label: string;
  value: string;
  options: SortChoice[];
  onChoose: (value: string) => void;
  className?: string;
}) {
  const [chosen, setChosen] = useState(value);
  useEffect(() => setChosen(value), [value]);
  const choose = (next: string) => {
    setChosen(next);
    onChoose(next);
  };
  return (
    <div className={classNames("min-w-0 max-sm:basis-32 max-sm:grow sm:max-w-60", className)}>
      <Select
        name={name}
        aria-label={label}
        value={chosen}
        onChange={(event) => choose(event.target.value)}
      >
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </Select>
    </div>
  );
}
