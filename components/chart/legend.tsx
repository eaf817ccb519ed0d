import type { ReactNode } from "react";
import { classNames } from "@/components/ui/class-names.ts";

/** The meaning of a colour. */
export const LegendSwatch = ({ colour, label }: { colour: string; label: string }) => (
  <span className="inline-flex items-center gap-1.5">
    <span aria-hidden className={`size-2.5 rounded-xs ${colour}`} />
    {label}
  </span>
);

/** One line or area of a chart, and its value in an interval. */
export interface Reading {
  /** Classes that draw a sample of it; none where it is not in the chart. */
  swatch?: string;
  label: string;
  value?: string;
  /** Takes a whole line. */
  wide?: boolean;
}

function LegendEntry({ swatch, label, value, wide = false }: Reading) {
  return (
    <li className={classNames("flex items-center gap-2", wide && "col-span-full")}>
      {swatch && (
        <span
          aria-hidden
          className={classNames("inline-block w-4 shrink-0 forced-color-adjust-none", swatch)}
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

/** Formats readings: `Actual 3.2 kW, Forecast 3.0 kW`. */
export const describeReadings = (readings: readonly Reading[]): string =>
  readings.map(({ label, value }) => (value ? `${label} ${value}` : label)).join(", ");

/** Readings in columns, under the `name` of their interval; as high before there are values as with them. */
export function Legend({ name, readings }: { name: ReactNode; readings: readonly Reading[] }) {
  return (
    <div className="@container grid gap-1 text-xs">
      <p className="min-h-4 font-medium">{name ?? "\u00a0"}</p>
      <ul className="grid gap-x-5 gap-y-1 @min-[12rem]:grid-cols-2 @min-[64rem]:grid-cols-4">
        {readings.map((reading) => (
          <LegendEntry key={reading.label} {...reading} />
        ))}
      </ul>
    </div>
  );
}
