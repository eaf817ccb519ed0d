import type { ReactNode } from "react";
import { classNames } from "@/components/ui/class-names.ts";

interface Row {
  key: string;
  cells: ReactNode[];
}

// In a narrow column each row is a block: its name on a line, then its values below their labels.
const narrowRow =
  "@max-lg:grid @max-lg:grid-cols-[repeat(auto-fit,minmax(4.25rem,1fr))] @max-lg:gap-x-2 @max-lg:py-1.5";
const narrowCell = "@max-lg:min-w-0 @max-lg:px-0! @max-lg:py-0.5!";
const narrowName = "@max-lg:col-span-full";
const labelled =
  "@max-lg:before:block @max-lg:before:font-normal @max-lg:before:text-muted @max-lg:before:content-[attr(data-label)]";

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
      "px-2 py-1 align-top first:pl-0 last:pr-0",
      index >= names && "text-right @lg:whitespace-nowrap",
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
          index === 0 ? narrowName : labelled,
          index > 0 && index < names && "@max-lg:col-span-2",
          cell === "" && "@max-lg:hidden",
        )}
      >
        {cell}
      </td>
    ));
  return (
    <div role="region" aria-label={caption} className="@container">
      <table
        role="table"
        className="w-full border-collapse text-left text-xs @max-lg:block @max-lg:text-[0.8125rem]"
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
