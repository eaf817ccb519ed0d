"use client";

import { classNames } from "@/components/ui/class-names.ts";
import { rangeNames, type RangeName } from "./ranges.ts";

const names = Object.keys(rangeNames) as RangeName[];

/** The presets of a chart's range as one row of buttons. */
export function RangeChoice({
  value,
  onChoose,
}: {
  value: RangeName;
  onChoose: (name: RangeName) => void;
}) {
  return (
    <div
      role="group"
      aria-label="Range"
      className="flex max-w-full overflow-x-auto rounded-md border border-line bg-sunken p-0.5"
    >
      {names.map((name) => (
        <button
          key={name}
          type="button"
          aria-pressed={name === value}
          onClick={() => onChoose(name)}
          className={classNames(
            "min-h-8 rounded px-2.5 text-xs font-medium whitespace-nowrap sm:px-3",
            name === value ? "bg-surface text-ink shadow-sm" : "text-muted hover:text-ink",
          )}
        >
          {rangeNames[name]}
        </button>
      ))}
    </div>
  );
}
