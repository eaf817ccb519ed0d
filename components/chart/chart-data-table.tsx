import type { ReactNode } from "react";
import { classNames } from "@/components/ui/class-names.ts";
import { localDate } from "@/lib/time/amsterdam.ts";
import { zoneAbbreviation, type Formats } from "@/lib/i18n/format.ts";

/** Below 640 px a row is a block: its names, then a line of label and value per column. */
const stacked = {
  table: "max-sm:block",
  row: "max-sm:block max-sm:px-3 max-sm:py-2",
  name: "max-sm:block max-sm:px-0 max-sm:py-0.5 max-sm:first:font-medium",
  value:
    "max-sm:flex max-sm:justify-between max-sm:gap-4 max-sm:px-0 max-sm:py-0.5 max-sm:before:text-muted max-sm:before:content-[attr(data-label)]",
};

/**
 * A plain table of numbers that scrolls by itself, head in sight; numbers right-aligned after the
 * `names` columns that say what each row is. With `stacks` it does not scroll sideways on a phone.
 */
export function ChartDataTable({
  caption,
  columns,
  names,
  rows,
  stacks = false,
}: {
  caption: string;
  columns: string[];
  names: number;
  rows: { key: string | number; cells: ReactNode[] }[];
  stacks?: boolean;
}) {
  const onPhone = (part: keyof typeof stacked) => stacks && stacked[part];
  const getCellDisplay = (index: number) =>
    classNames("px-2 whitespace-nowrap sm:px-3", index >= names && "text-right");
  return (
    <div
      role="region"
      aria-label={caption}
      tabIndex={0}
      className="@container max-h-96 overflow-auto rounded-md border border-line"
    >
      <table
        role="table"
        className={classNames("w-full border-collapse text-left text-xs", onPhone("table"))}
      >
        <caption className={classNames("py-2 text-left text-muted", onPhone("table"))}>
          <span className="sticky left-0 inline-block max-w-[100cqw] px-3">{caption}</span>
        </caption>
        <thead
          role="rowgroup"
          className={classNames("sticky top-0 bg-sunken", stacks && "max-sm:sr-only")}
        >
          <tr role="row">
            {columns.map((column, index) => (
              <th
                key={column}
                role="columnheader"
                scope="col"
                className={classNames(getCellDisplay(index), "py-1.5 font-medium")}
              >
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody role="rowgroup" className={classNames(onPhone("table"))}>
          {rows.map(({ key, cells }) => (
            <tr key={key} role="row" className={classNames("border-t border-line", onPhone("row"))}>
              {cells.map((cell, index) => (
                <td
                  key={columns[index]}
                  role="cell"
                  data-label={stacks ? columns[index] : undefined}
                  className={classNames(
                    getCellDisplay(index),
                    "py-1",
                    onPhone(index < names ? "name" : "value"),
                  )}
                >
                  {cell}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

interface Timed {
  from: number;
  to: number;
}

/**
 * Names intervals by their times, `13:00–13:15`: with their day where they lie in several, with
 * `CET` or `CEST` where the clock changes among them.
 */
export function intervalTimes(
  intervals: readonly Timed[],
  f: Pick<Formats, "times" | "weekday">,
): (interval: Timed) => string {
  const differ = (nameOf: (at: number) => string) =>
    new Set(intervals.map(({ from }) => nameOf(from))).size > 1;
  const withDay = differ(localDate);
  const withZone = differ(zoneAbbreviation);
  return ({ from, to }) => `${withDay ? `${f.weekday(from)}, ` : ""}${f.times(from, to, withZone)}`;
}
