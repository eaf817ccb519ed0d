import { syncEarlyInput } from "@/components/ui/hydrate-input-value.ts";

/** One of a few short choices, as a radio that looks like a button. */
export function ChoiceChip({
  name,
  checked,
  label,
  onChoose,
}: {
  name: string;
  checked: boolean;
  label: string;
  onChoose: () => void;
}) {
  return (
    <label className="relative flex min-h-10 cursor-pointer items-center justify-center rounded-md border border-line px-3 text-center hover:border-line-strong has-checked:border-ink has-checked:bg-sunken has-checked:font-medium sm:whitespace-nowrap has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus">
      <input
        ref={syncEarlyInput}
        type="radio"
        name={name}
        className="absolute inset-0 cursor-pointer opacity-0"
        checked={checked}
        onChange={onChoose}
      />
      {label}
    </label>
  );
}
