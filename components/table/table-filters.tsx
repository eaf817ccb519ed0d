"use client";

import { useTranslations } from "next-intl";
import { useEffect, useId, useState } from "react";
import { classNames } from "@/components/ui/class-names.ts";
import { Select, TextInput } from "@/components/ui/field.tsx";
import type { TableAddress } from "./use-table-address.ts";
import { useTyped } from "./use-typed.ts";

/**
 * One of the list's own filters: a search param and the values it can take, or, where nobody knows
 * them all, some to suggest.
 */
export type TableFilter = { name: string; label: string } & (
  { options: { value: string; label: string }[] } | { suggestions: string[] }
);

export interface SortChoice {
  value: string;
  label: string;
}

const width = "min-w-0 max-sm:basis-32 max-sm:grow sm:max-w-44 lg:max-w-60";

/** As wide as the chosen words, up to 24 characters of them: a select by itself takes its longest. */
const wideEnough = (words: string) => ({
  minWidth: `calc(${Math.min(words.length, 24) * 0.75}ch + 3rem)`,
});

/** Narrows a list by one of its own filters. */
export function FilterField({ filter, address }: { filter: TableFilter; address: TableAddress }) {
  const t = useTranslations("table");
  if ("suggestions" in filter) return <TypedFilter {...filter} address={address} />;
  const everything = { value: "", label: t("filterAll", { filter: filter.label }) };
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

function TypedFilter({
  name,
  label,
  suggestions,
  address,
}: {
  name: string;
  label: string;
  suggestions: string[];
  address: TableAddress;
}) {
  const [typed, setTyped] = useTyped(name, address);
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

/** A value of the address that is chosen. */
export function Choice({
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
    <div
      style={wideEnough(options.find((option) => option.value === chosen)?.label ?? "")}
      className={classNames("max-sm:basis-32 max-sm:grow sm:w-0", className)}
    >
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
