import type { ReactNode } from "react";
import { classNames } from "@/components/ui/class-names.ts";
import { localDate } from "@/lib/time/amsterdam.ts";
import { zoneAbbreviation, type Formats } from "@/lib/i18n/format.ts";

/**
 * A plain table of numbers that scrolls by itself, head in sight; numbers right-aligned after the
 * `names` columns that say what each row is. With `stacks` it does not scroll sideways on a phone.
 */
export function ChartDataTable({
  caption,
  columns,
  names,
  rows,
  stacks,
}: {
  caption: string;
  columns: string[];
  names: number;
  rows: { key: string | number; cells: ReactNode[] }[];
  stacks?: true;
}) {
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
        className={classNames("w-full border-collapse text-left text-xs", stacks && "stacked")}
      >
        <caption className="py-2 text-left text-muted">
          <span className="sticky left-0 inline-block max-w-[100cqw] px-3">{caption}</span>
        </caption>
        <thead role="rowgroup" className="sticky top-0 bg-sunken">
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
        <tbody role="rowgroup">
          {rows.map(({ key, cells }) => (
            <tr key={key} role="row" className="border-t border-line">
              {cells.map((cell, index) => (
                <td
                  key={columns[index]}
                  role="cell"
                  data-label={stacks && index >= names ? columns[index] : undefined}
                  className={classNames(getCellDisplay(index), "py-1")}
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
