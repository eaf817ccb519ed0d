"use client";

import { useTranslations } from "next-intl";
import { useEffect, useId, useState } from "react";
import { classNames } from "@/components/ui/class-names.ts";
import { Select, TextInput } from "@/components/ui/field.tsx";
import { type TableUrlState, useDebouncedParam } from "./use-table-url-state.ts";

/**
 * A filter of a list: a search param and its possible values, or suggestions if the values are not
 * limited.
 */
export type TableFilter = { name: string; label: string } & (
  { options: { value: string; label: string }[] } | { suggestions: string[] }
);

export interface SortOption {
  value: string;
  label: string;
}

const width = "min-w-0 max-sm:basis-32 max-sm:grow sm:max-w-44 lg:max-w-60";

/** Narrows a list by one of its own filters. */
export function FilterField({ filter, address }: { filter: TableFilter; address: TableUrlState }) {
  const t = useTranslations("table");
  if ("suggestions" in filter) return <TextFilter {...filter} address={address} />;
  const everything = { value: "", label: t("filterAll", { filter: filter.label }) };
  return (
    <FilterSelect
      name={filter.name}
      label={filter.label}
      value={address.params.get(filter.name) ?? ""}
      options={[everything, ...filter.options]}
      onChoose={(value) => address.push({ [filter.name]: value })}
    />
  );
}

function TextFilter({
  name,
  label,
  suggestions,
  address,
}: {
  name: string;
  label: string;
  suggestions: string[];
  address: TableUrlState;
}) {
  const [typed, setTyped] = useDebouncedParam(name, address);
  const list = useId();
  return (
    <div className={classNames(width, "sm:w-36")}>
      <TextInput
        type="search"
        name={name}
        list={list}
        aria-label={label}
        placeholder={label}
        maxLength={100}
        autoComplete="off"
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
      />
      <datalist id={list}>
        {suggestions.map((suggestion) => (
          <option key={suggestion} value={suggestion} />
        ))}
      </datalist>
    </div>
  );
}

/** A value of the address that is chosen; as wide as its words, where a select takes its longest. */
export function FilterSelect({
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
  options: SortOption[];
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
    <div className={classNames("max-w-full max-sm:basis-32 max-sm:grow sm:max-w-72", className)}>
      <span
        aria-hidden
        data-words={options.find((option) => option.value === chosen)?.label}
        className="invisible block h-0 overflow-hidden pr-10 pl-3 text-base whitespace-nowrap before:content-[attr(data-words)] sm:text-sm"
      />
      <div className="w-0 min-w-full">
        <Select
          name={name}
          aria-label={label}
          value={chosen}
          onChange={(event) => choose(event.target.value)}
          className="text-ellipsis"
        >
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </Select>
      </div>
    </div>
  );
}
