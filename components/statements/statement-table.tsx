import type { ReactNode } from "react";
import { classNames } from "@/components/ui/class-names.ts";

interface Row {
  key: string;
  cells: ReactNode[];
}

/** A table that scrolls sideways on a phone and is whole on paper; the last row is a sum. */
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
      index >= names && "text-right whitespace-nowrap",
    );
  return (
    <div
      role="region"
      aria-label={caption}
      tabIndex={0}
      className="@container overflow-x-auto print:overflow-visible"
    >
      <table className="w-full border-collapse text-left text-xs">
        <caption className="sr-only">{caption}</caption>
        <thead>
          <tr className="border-b border-line-strong">
            {columns.map((column, index) => (
              <th
                key={column}
                scope="col"
                className={classNames(getCellDisplay(index), "font-medium")}
              >
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ key, cells }) => (
            <tr key={key} className="break-inside-avoid border-t border-line">
              {cells.map((cell, index) => (
                <td key={columns[index]} className={getCellDisplay(index)}>
                  {cell}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
        {total && (
          <tfoot>
            <tr className="border-t border-line-strong font-semibold">
              {total.map((cell, index) => (
                <td key={columns[index]} className={getCellDisplay(index)}>
                  {cell}
                </td>
              ))}
            </tr>
          </tfoot>
        )}
      </table>
    </div>
  );
}
