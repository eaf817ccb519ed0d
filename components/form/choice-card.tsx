import type { ReactNode } from "react";
import { syncEarlyInput } from "@/components/ui/hydrate-input-value.ts";

/** One of a few ways, as a radio with a card around it. */
export function ChoiceCard({
  name,
  checked,
  onChoose,
  title,
  hint,
}: {
  name: string;
  checked: boolean;
  onChoose: () => void;
  title: ReactNode;
  hint?: ReactNode;
}) {
  return (
    <label className="flex min-h-11 cursor-pointer gap-3 rounded-md border border-line px-3 py-2.5 hover:border-line-strong has-checked:border-ink has-checked:bg-sunken has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus">
      <input
        ref={syncEarlyInput}
        type="radio"
        name={name}
        checked={checked}
        onChange={onChoose}
        className="mt-0.5 size-4 shrink-0 accent-(--accent) outline-none"
      />
      <span className="min-w-0">
        <span className="block font-medium">{title}</span>
        {hint && <span className="block text-muted">{hint}</span>}
      </span>
    </label>
  );
}
