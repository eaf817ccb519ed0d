import type { ReactNode } from "react";
import { classNames } from "@/components/ui/class-names.ts";

interface Row {
  key: string;
  cells: ReactNode[];
}

// In a narrow column each row is a block: its name on a line, then a line for each value with its label.
const narrowRow = "folded:block folded:py-1.5";
const narrowCell = "folded:px-0! folded:py-0.5!";
const labelled =
  "folded:flex folded:flex-wrap folded:justify-between folded:gap-x-3 folded:before:font-normal folded:before:text-muted folded:before:content-[attr(data-label)]";

/** From so many columns on, a row needs the width of a desk. */
const MANY_COLUMNS = 6;

/** A table that is a list of blocks in a narrow column and whole on paper; the last row is a sum. */
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
      index >= names && "text-right whitespace-nowrap folded:whitespace-normal",
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
          index === 0 ? "folded:block" : labelled,
          cell === "" && "folded:hidden",
        )}
      >
        {cell}
      </td>
    ));
  // Paper is 718 px wide: its rows stay rows there, in small type, and names wrap.
  return (
    <div
      role="region"
      aria-label={caption}
      className={classNames(
        "overflow-x-auto print:overflow-visible",
        columns.length < MANY_COLUMNS ? "@container/few-columns" : "@container/many-columns",
      )}
    >
      <table
        role="table"
        className="w-full border-collapse text-left text-xs folded:block folded:text-[0.8125rem] print:text-[0.625rem]"
      >
        <caption className="sr-only">{caption}</caption>
        <thead role="rowgroup" className="folded:sr-only">
          <tr role="row" className="border-b border-line-strong">
            {columns.map((column, index) => (
              <th
                key={column}
                role="columnheader"
                scope="col"
                className={classNames(getCellDisplay(index), "font-medium whitespace-normal!")}
              >
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody role="rowgroup" className="folded:block">
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
          <tfoot role="rowgroup" className="folded:block">
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
