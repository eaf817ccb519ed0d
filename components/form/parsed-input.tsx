"use client";

import type { KeyboardEvent, ReactNode } from "react";
import { classNames } from "@/components/ui/class-names.ts";
import { Field, TextInput } from "@/components/ui/field.tsx";
import { useParsedInput, type ParsedInputFormat } from "./use-parsed-input.ts";

const steps = { ArrowUp: 1, ArrowDown: -1, PageUp: 1, PageDown: -1 } as const;
type StepKey = keyof typeof steps;

/** A step a key asks for: later (1) or earlier (-1), a large one with the page keys. */
export interface Step {
  direction: 1 | -1;
  isLarge: boolean;
}

/** What date and time fields have in common. */
export interface ParsedInputProps {
  label: string;
  hint?: ReactNode;
  error?: ReactNode;
  /** Read from what was typed, or the text itself where it could not be read; or empty. */
  value: string;
  className?: string;
  onChange: (value: string) => void;
}

/** A field for a value that is typed in more than one form and stepped by the arrow keys. */
export function ParsedInput({
  label,
  hint,
  error,
  value,
  className,
  onChange,
  form,
  placeholder,
  unreadable,
  onStep,
  button,
}: ParsedInputProps & {
  form: ParsedInputFormat;
  placeholder?: string;
  /** The error for a text that is not a valid value. */
  unreadable: (text: string) => string;
  /** The value after a step from another; null where it is set otherwise, or there is none. */
  onStep: (from: string, step: Step) => string | null;
  /** Puts a value at one press. */
  button?: { label: string; value: () => string };
}) {
  const typed = useParsedInput(value, form, onChange);
  const { text, readable, isUnreadable, type, finish, put, forget } = typed;
  function pressed(event: KeyboardEvent) {
    if (event.key === "Enter") finish();
    if (!(event.key in steps) || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    const next = onStep(readable, {
      direction: steps[event.key as StepKey],
      isLarge: event.key.startsWith("Page"),
    });
    if (next === null) forget();
    else put(next);
  }
  return (
    <Field
      label={label}
      hint={hint}
      error={isUnreadable ? unreadable(text.trim()) : error}
      className={className}
    >
      <span className="relative block">
        <TextInput
          inputMode="numeric"
          autoComplete="off"
          aria-keyshortcuts={Object.keys(steps).join(" ")}
          placeholder={placeholder}
          value={text}
          onChange={(event) => type(event.target.value)}
          onBlur={finish}
          onKeyDown={pressed}
          className={classNames("tabular-nums max-sm:min-h-11", button && "pr-16")}
        />
        {button && (
          <button
            type="button"
            onClick={() => put(button.value())}
            className="absolute inset-y-0 right-0 min-w-11 rounded-md px-1.5 text-xs font-medium text-muted -outline-offset-2 hover:text-ink"
          >
            {button.label}
          </button>
        )}
      </span>
    </Field>
  );
}
