import { classNames } from "@/components/ui/class-names.ts";

/** One choice of a few as a row of buttons. */
export function SegmentedControl<T extends string>({
  label,
  options,
  value,
  onChoose,
}: {
  label: string;
  options: readonly (readonly [value: T, text: string])[];
  value: T;
  onChoose: (value: T) => void;
}) {
  return (
    <div
      role="group"
      aria-label={label}
      className="flex max-w-full overflow-x-auto rounded-md border border-line bg-sunken p-0.5"
    >
      {options.map(([each, text]) => (
        <button
          key={each}
          type="button"
          aria-pressed={each === value}
          onClick={() => onChoose(each)}
          className={classNames(
            "min-h-8 grow rounded px-1.5 text-xs font-medium whitespace-nowrap -outline-offset-2 sm:px-3",
            each === value ? "bg-surface text-ink shadow-sm" : "text-muted hover:text-ink",
          )}
        >
          {text}
        </button>
      ))}
    </div>
  );
}
