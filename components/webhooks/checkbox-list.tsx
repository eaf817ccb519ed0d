"use client";

import { toggled } from "@/components/form/toggled.ts";

/** Choices of a form of which any number can be chosen. */
export function CheckboxList<T extends string>({
  label,
  hint,
  options,
  chosen,
  error,
  onChange,
}: {
  label: string;
  hint?: string;
  options: readonly { value: T; label: string }[];
  chosen: readonly T[];
  error?: string | undefined;
  onChange: (chosen: T[]) => void;
}) {
  return (
    <fieldset className="flex flex-col gap-1">
      <legend className="mb-1 font-medium">{label}</legend>
      <div className="max-h-56 overflow-y-auto rounded-md border border-line px-3 py-1">
        {options.map((option) => (
          <label
            key={option.value}
            className="flex min-h-9 cursor-pointer items-start gap-3 py-1.5"
          >
            <input
              type="checkbox"
              checked={chosen.includes(option.value)}
              onChange={() => onChange(toggled(chosen, option.value))}
              className="mt-0.5 size-4 shrink-0 accent-(--accent)"
            />
            <span className="min-w-0 wrap-anywhere">{option.label}</span>
          </label>
        ))}
      </div>
      {hint && <p className="text-xs text-muted">{hint}</p>}
      {error && (
        <p role="alert" className="text-bad">
          {error}
        </p>
      )}
    </fieldset>
  );
}
