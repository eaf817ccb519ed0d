"use client";

import { ChevronDown } from "lucide-react";
import { createContext, useContext, useId, type ComponentProps, type ReactNode } from "react";
import { classNames } from "./class-names.ts";
import { syncEarlyInput } from "./hydrate-input-value.ts";

interface FieldState {
  id?: string;
  describedBy?: string;
  invalid: boolean;
}

const FieldContext = createContext<FieldState>({ invalid: false });

/** A labelled control; the input inside takes its id, hint and error from here. */
export function Field({
  label,
  hint,
  error,
  htmlFor,
  className,
  children,
}: {
  label: ReactNode;
  hint?: ReactNode;
  error?: ReactNode;
  htmlFor?: string;
  className?: string;
  children: ReactNode;
}) {
  const generatedId = useId();
  const id = htmlFor ?? generatedId;
  const hintId = hint ? `${id}-hint` : undefined;
  const errorId = error ? `${id}-error` : undefined;
  const describedBy = [errorId, hintId].filter(Boolean).join(" ") || undefined;
  return (
    <FieldContext value={{ id, describedBy, invalid: Boolean(error) }}>
      <div className={classNames("flex min-w-0 flex-col gap-1", className)}>
        <label htmlFor={id} className="font-medium">
          {label}
        </label>
        {children}
        {error && (
          <p id={errorId} className="text-bad">
            {error}
          </p>
        )}
        {hint && (
          <p id={hintId} className="text-xs text-muted">
            {hint}
          </p>
        )}
      </div>
    </FieldContext>
  );
}

const inputClass = classNames(
  "w-full min-w-0 min-h-10 rounded-md border border-line-strong bg-surface px-3 text-base sm:text-sm",
  "placeholder:text-muted disabled:opacity-60 aria-invalid:border-bad",
);

const fromField = (field: FieldState) => ({
  id: field.id,
  "aria-describedby": field.describedBy,
  "aria-invalid": field.invalid || undefined,
});

/** A one-line input. */
export function TextInput({ className, ...rest }: ComponentProps<"input">) {
  const field = useContext(FieldContext);
  return (
    <input
      {...fromField(field)}
      ref={rest.value === undefined ? undefined : syncEarlyInput}
      className={classNames(inputClass, className)}
      {...rest}
    />
  );
}

/** The browser's own select, styled. */
export function Select({ className, children, ...rest }: ComponentProps<"select">) {
  const field = useContext(FieldContext);
  return (
    <span className="relative block min-w-0">
      <select
        {...fromField(field)}
        ref={syncEarlyInput}
        className={classNames(inputClass, "appearance-none pr-9", className)}
        {...rest}
      >
        {children}
      </select>
      <ChevronDown
        aria-hidden
        className="pointer-events-none absolute inset-y-0 right-3 my-auto size-4 text-muted"
      />
    </span>
  );
}
