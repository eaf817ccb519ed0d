import type { ReactNode } from "react";
import { classNames } from "@/components/ui/class-names.ts";

const swatches = {
  actual: "border-t-[3px] border-production-mark",
  consumption: "border-t-[3px] border-consumption",
  forecast: "border-t-2 border-dashed border-forecast",
  up: "h-2.5 border-t-2 border-dotted border-up bg-up/20",
  down: "h-2.5 border-b-2 border-dashed border-down bg-down/20",
  control: "h-2.5 border-t-[3px] border-curtailed bg-curtailed/20",
  planned: "border-t-2 border-dashed border-curtailed",
  after: "border-t-[3px] border-curtailed",
  change: "h-2.5 bg-curtailed/20",
  rebound: "h-2.5 border-t-2 border-dotted border-consumption bg-consumption/20",
};
/** A sample of a line or an area. */
export type Swatch = keyof typeof swatches;

/** One entry of a legend; `value` is what the chart shows where the cursor is. */
export function LegendEntry({
  swatch,
  label,
  value,
  wide = false,
}: {
  /** None where it is not in the chart. */
  swatch?: Swatch;
  label: string;
  value?: ReactNode;
  /** Takes a whole line. */
  wide?: boolean;
}) {
  return (
    <li className={classNames("flex items-center gap-2", wide && "col-span-full")}>
      {swatch && (
        <span
          aria-hidden
          className={classNames(
            "inline-block w-4 shrink-0 forced-color-adjust-none",
            swatches[swatch],
          )}
        />
      )}
      <span
        className={classNames(
          "flex min-w-0 gap-x-2",
          wide ? "@max-[12rem]:flex-col" : "max-sm:flex-col",
        )}
      >
        <span className="text-muted">{label}</span>
        <span className="font-medium">{value ?? "\u00a0"}</span>
      </span>
    </li>
  );
}

/** Entries in columns, with the interval they speak of; as high before there are values as with them. */
export function Legend({ interval, children }: { interval?: ReactNode; children: ReactNode }) {
  return (
    <div className="@container grid gap-1 text-xs">
      <p className="min-h-4 font-medium">{interval}</p>
      <ul className="grid gap-x-5 gap-y-1 @min-[12rem]:grid-cols-2 @min-[64rem]:grid-cols-4">
        {children}
      </ul>
    </div>
  );
}
