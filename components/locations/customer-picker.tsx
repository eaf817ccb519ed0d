"use client";

import { useTranslations } from "next-intl";
import { useState, useEffect } from "react";
import { useProblemMessages } from "@/components/api/use-problem-messages.ts";
import { useOperation } from "@/components/api/use-operation.ts";
import { Field, Select, TextInput } from "@/components/ui/field.tsx";
import { useFormats } from "@/components/ui/use-formats.ts";
import type { Customer } from "@/lib/contract/customers.ts";

/** What is needed of a customer to choose one. */
export type CustomerOption = Pick<Customer, "id" | "name" | "email">;

const MAX_RESULTS = 50;

/**
 * Chooses a customer: type to narrow, then pick. Where the service lists no customers, `initialOptions` are
 * suggestions and any id can be typed.
 */
export function CustomerPicker({
  searchable,
  initialOptions,
  chosen,
  error,
  onChoose,
}: {
  searchable: boolean;
  initialOptions: CustomerOption[];
  chosen: string;
  error?: string;
  onChoose: (id: string) => void;
}) {
  const t = useTranslations("locations.picker");
  return searchable ? (
    <SearchedCustomer
      initialOptions={initialOptions}
      chosen={chosen}
      error={error}
      onChoose={onChoose}
    />
  ) : (
    <Field label={t("id")} error={error} hint={t("idHint")}>
      <TextInput
        list="known-customers"
        autoComplete="off"
        value={chosen}
        onChange={(event) => onChoose(event.target.value.trim())}
      />
      <datalist id="known-customers">
        {initialOptions.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </datalist>
    </Field>
  );
}

function SearchedCustomer({
  initialOptions,
  chosen,
  error,
  onChoose,
}: {
  initialOptions: CustomerOption[];
  chosen: string;
  error?: string;
  onChoose: (id: string) => void;
}) {
  const t = useTranslations("locations");
  const f = useFormats();
  const messages = useProblemMessages();
  const [typed, setTyped] = useState("");
  const search = useDebouncedValue(typed.trim());
  const { data, total, problem } = useOperation(
    "listCustomers",
    { query: { search, page_size: MAX_RESULTS } },
    { keepPreviousData: true },
  );
  const found: CustomerOption[] = data?.data ?? initialOptions;
  const choices = withChosen(found, initialOptions, chosen);
  const more = (total ?? 0) - found.length;
  const hint =
    more > 0
      ? t("picker.more", { found: f.count(found.length), more: f.count(more) })
      : found.length === 0
        ? t("picker.nobody")
        : t("picker.listed", { count: found.length });

  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <Field label={t("picker.find")} hint={t("picker.findHint")}>
        <TextInput
          type="search"
          autoComplete="off"
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
      </Field>
      <Field
        label={t("customer")}
        error={error ?? (problem && messages.detail(problem))}
        hint={hint}
      >
        <Select value={chosen} onChange={(event) => onChoose(event.target.value)}>
          <option value="" disabled>
            {t("picker.choose")}
          </option>
          {choices.map(({ id, name, email }) => (
            <option key={id} value={id}>
              {`${name} · ${email}`}
            </option>
          ))}
        </Select>
      </Field>
    </div>
  );
}

function withChosen(found: CustomerOption[], initialOptions: CustomerOption[], chosen: string) {
  if (chosen === "" || found.some(({ id }) => id === chosen)) return found;
  const customer = initialOptions.find(({ id }) => id === chosen);
  return [customer ?? { id: chosen, name: chosen, email: "" }, ...found];
}

/** A value once it has stood still for a while (milliseconds): what was typed, after the typing. */
function useDebouncedValue<T>(value: T, pause = 300): T {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), pause);
    return () => clearTimeout(timer);
  }, [value, pause]);
  return settled;
}
