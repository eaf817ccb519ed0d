"use client";

import { useTranslations } from "next-intl";
import { Field, Select } from "@/components/ui/field.tsx";
import { syncEarlyInput } from "@/components/ui/hydrate-input-value.ts";
import { useFormats } from "@/components/ui/use-formats.ts";

/** A checkbox with a label and a hint. */
export function CheckField({
  label,
  hint,
  isChecked,
  onChange,
}: {
  label: string;
  hint?: string;
  isChecked: boolean;
  onChange: (isChecked: boolean) => void;
}) {
  return (
    <div>
      <label className="flex min-h-8 items-center gap-2 font-medium">
        <input
          ref={syncEarlyInput}
          type="checkbox"
          className="size-5 accent-(--accent)"
          checked={isChecked}
          onChange={(event) => onChange(event.target.checked)}
        />
        {label}
      </label>
      {hint && <p className="pl-7 text-xs text-muted">{hint}</p>}
    </div>
  );
}

interface NumberSelectProps<N extends number | null> {
  label: string;
  hint?: string | undefined;
  error?: string | undefined;
  value: N;
  onChange: (value: N) => void;
}

/** A number of some choices, or a number that was chosen elsewhere. */
function NumberSelect<N extends number | null>({
  value,
  onChange,
  choices,
  toLabel,
  ...field
}: NumberSelectProps<N> & { choices: readonly N[]; toLabel: (value: N) => string }) {
  const all = choices.includes(value) ? choices : [...choices, value];
  const sorted = all.toSorted((a, b) => (a ?? Infinity) - (b ?? Infinity));
  return (
    <Field {...field}>
      <Select
        value={String(value)}
        onChange={(event) =>
          onChange(sorted.find((choice) => String(choice) === event.target.value)!)
        }
      >
        {sorted.map((choice) => (
          <option key={String(choice)} value={String(choice)}>
            {toLabel(choice)}
          </option>
        ))}
      </Select>
    </Field>
  );
}

const SHARES = [0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1];

/** A share of a battery's capacity. */
export function ShareSelect({ max = 1, ...field }: NumberSelectProps<number> & { max?: number }) {
  const t = useTranslations("preferences");
  const { percent } = useFormats();
  return (
    <NumberSelect
      {...field}
      choices={SHARES.filter((share) => share <= max)}
      toLabel={(share) => (share === 0 ? t("noReserve") : percent(share))}
    />
  );
}

/** A number of hours, or none. */
export function HoursSelect<N extends number | null>({
  none,
  ...field
}: NumberSelectProps<N> & { choices: readonly N[]; none?: string }) {
  const t = useTranslations("preferences");
  return (
    <NumberSelect
      {...field}
      toLabel={(hours) => (hours === null ? (none ?? "") : t("hours", { count: hours }))}
    />
  );
}
