import type { ReactNode } from "react";
import { classNames } from "@/components/ui/class-names.ts";

interface Row {
  key: string;
  cells: ReactNode[];
}

// In a narrow column each row is a block: its name on a line, then a line for each value with its label.
const narrowRow = "@max-lg:block @max-lg:py-1.5";
const narrowCell = "@max-lg:px-0! @max-lg:py-0.5!";
const labelled =
  "@max-lg:flex @max-lg:flex-wrap @max-lg:justify-between @max-lg:gap-x-3 @max-lg:before:font-normal @max-lg:before:text-muted @max-lg:before:content-[attr(data-label)]";

/** A table that is a list of blocks on a phone and whole on paper; the last row is a sum. */
export function StatementTable({
  caption,
  columns,
  names,
  rows,
  total,
}: {
  caption: string;
  columns: string[];
  /** How many columns say what a row is; the others are numbers. */
  names: number;
  rows: Row[];
  total?: ReactNode[];
}) {
  const getCellDisplay = (index: number) =>
    classNames(
      "px-2 py-1 align-top first:pl-0 last:pr-0 print:px-1",
      index >= names && "text-right print:whitespace-normal! @lg:whitespace-nowrap",
    );
  const toCells = (cells: ReactNode[]) =>
    cells.map((cell, index) => (
      <td
        key={columns[index]}
        role="cell"
        data-label={columns[index]}
        className={classNames(
          getCellDisplay(index),
          narrowCell,
          index === 0 ? "@max-lg:block" : labelled,
          cell === "" && "@max-lg:hidden",
        )}
      >
        {cell}
      </td>
    ));
  // Paper is 718 px wide: its rows stay rows there, in small type, and long numbers wrap.
  return (
    <div role="region" aria-label={caption} className="@container">
      <table
        role="table"
        className="w-full border-collapse text-left text-xs @max-lg:block @max-lg:text-[0.8125rem] print:text-[0.625rem]"
      >
        <caption className="sr-only">{caption}</caption>
        <thead role="rowgroup" className="@max-lg:sr-only">
          <tr role="row" className="border-b border-line-strong">
            {columns.map((column, index) => (
              <th
                key={column}
                role="columnheader"
                scope="col"
                className={classNames(getCellDisplay(index), "font-medium")}
              >
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody role="rowgroup" className="@max-lg:block">
          {rows.map(({ key, cells }) => (
            <tr
              key={key}
              role="row"
              className={classNames("break-inside-avoid border-t border-line", narrowRow)}
            >
              {toCells(cells)}
            </tr>
          ))}
        </tbody>
        {total && (
          <tfoot role="rowgroup" className="@max-lg:block">
            <tr
              role="row"
              className={classNames("border-t border-line-strong font-semibold", narrowRow)}
            >
              {toCells(total)}
            </tr>
          </tfoot>
        )}
      </table>
    </div>
  );
}
