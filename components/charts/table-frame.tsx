import type { ReactNode } from "react";

/** A plain table of numbers that scrolls by itself, head in sight; numbers right-aligned. */
export function DataTableFrame({
  caption,
  columns,
  rows,
}: {
  caption: string;
  columns: string[];
  rows: { key: string | number; cells: ReactNode[] }[];
}) {
  return (
    <div
      role="region"
      aria-label={caption}
      tabIndex={0}
      className="max-h-96 overflow-auto rounded-md border border-line"
    >
      <table className="w-full border-collapse text-right text-xs">
        <caption className="px-3 py-2 text-left text-muted">{caption}</caption>
        <thead className="sticky top-0 bg-sunken">
          <tr>
            {columns.map((column) => (
              <th
                key={column}
                scope="col"
                className="px-2 py-1.5 font-medium sm:px-3 whitespace-nowrap"
              >
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ key, cells }) => (
            <tr key={key} className="border-t border-line">
              {cells.map((cell, index) => (
                <td key={columns[index]} className="px-2 py-1 whitespace-nowrap sm:px-3">
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
