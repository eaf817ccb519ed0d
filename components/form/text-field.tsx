"use client";

import type { ComponentProps, ReactNode } from "react";
import { Field, TextInput } from "@/components/ui/field.tsx";
import type { FieldErrors } from "./use-form.ts";
import { syncEarlyInput } from "@/components/ui/hydrate-input-value.ts";

/** A text field of a form: its value is a field of the draft, and its error is shown below it. */
export function TextField<Name extends string>({
  form,
  name,
  label,
  hint,
  ...input
}: {
  form: {
    draft: Record<Name, string>;
    errors: FieldErrors;
    set: (field: Name, value: string) => void;
  };
  name: Name;
  label: ReactNode;
  hint?: ReactNode;
} & Omit<ComponentProps<"input">, "form" | "name" | "value" | "onChange">) {
  return (
    <Field label={label} hint={hint} error={form.errors[name]}>
      <TextInput
        {...input}
        value={form.draft[name]}
        onChange={(event) => form.set(name, event.target.value)}
      />
    </Field>
  );
}

/** Shows or hides the text of the form's password fields. */
export function ShowPassword({
  label,
  isVisible,
  onShow,
}: {
  label: string;
  isVisible: boolean;
  onShow: (isVisible: boolean) => void;
}) {
  return (
    <label className="flex min-h-6 items-center gap-2">
      <input
        ref={syncEarlyInput}
        type="checkbox"
        checked={isVisible}
        onChange={(event) => onShow(event.target.checked)}
        className="size-4 accent-(--accent)"
      />
      {label}
    </label>
  );
}
