import type { ReactNode } from "react";

/** One of the choices an order is made of, numbered in their order. */
export function ConsoleSection({
  number,
  title,
  children,
}: {
  number: number;
  title: string;
  children: ReactNode;
}) {
  return (
    <fieldset className="flex flex-col gap-2.5 border-t border-line pt-4 first:border-t-0 first:pt-0">
      <legend className="float-left mb-2.5 flex w-full items-center gap-2.5 text-base font-semibold">
        <span
          aria-hidden
          className="grid size-6 shrink-0 place-items-center rounded-full border border-line-strong text-xs font-semibold text-muted"
        >
          {number}
        </span>
        {title}
      </legend>
      <div className="clear-both flex flex-col gap-2.5">{children}</div>
    </fieldset>
  );
}
