"use client";

import type { ReactNode } from "react";
import { Field, TextInput } from "@/components/ui/field.tsx";

const decimal = /^[+-]?(\d+([.,]\d*)?|[.,]\d+)$/;

/**
 * The number a person typed, with a decimal point or a decimal comma; `NaN` for anything else,
 * also for grouped thousands, which look like decimals. The minus sign of typesetting
 * counts as a minus.
 */
export function parseDecimal(text: string): number {
  const plain = text.trim().replace("\u2212", "-");
  return decimal.test(plain) ? Number(plain.replace(",", ".")) : Number.NaN;
}

/** The same, with `fallback` for an empty field. */
export function parseOptionalDecimal<F>(text: string, fallback: F): number | F {
  return text.trim() === "" ? fallback : parseDecimal(text);
}

/** A number field that accepts a decimal point or comma, with a unit. */
export function DecimalField({
  label,
  unit,
  hint,
  error,
  value,
  onChange,
}: {
  label: string;
  unit?: string;
  hint?: ReactNode;
  error?: string;
  value: string;
  onChange: (value: string) => void;
}) {
  return (
    <Field label={label} hint={hint} error={error}>
      <span className="relative block">
        <TextInput
          inputMode="decimal"
          autoComplete="off"
          value={value}
          onChange={(event) => onChange(event.target.value)}
          className={unit && "pr-14"}
        />
        {unit && (
          <span className="pointer-events-none absolute inset-y-0 right-3 flex items-center text-muted">
            {unit}
          </span>
        )}
      </span>
    </Field>
  );
}
