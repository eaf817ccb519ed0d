import type { Header, RowData } from "@tanstack/react-table";
import { ArrowDown, ArrowUp, ChevronsUpDown } from "lucide-react";
import type { ReactNode } from "react";
import { classNames } from "@/components/ui/class-names.ts";
import { Link } from "@/components/ui/link.tsx";
import { hiddenBelow, type features } from "./columns.ts";
import { getSortDirection, nextSort } from "./table-state.ts";
import type { TableUrlState } from "./use-table-url-state.ts";

const labelKeys = { asc: "ascending", desc: "descending" } as const;
const arrows = { asc: ArrowUp, desc: ArrowDown };

/** A column's heading; where the list can be ordered by it, a link that does so. */
export function HeaderCell<R extends RowData>({
  header,
  sort,
  address,
  everywhere,
  children,
}: {
  header: Header<typeof features, R, unknown>;
  /** The current order of the list. */
  sort: string | undefined;
  address?: TableUrlState;
  /** Shown however narrow the table is. */
  everywhere: boolean;
  children: ReactNode;
}) {
  const { id, columnDef } = header.column;
  const { sort: first, ...look } = columnDef.meta ?? {};
  const sorted = getSortDirection(sort, id);
  const isSortable = address !== undefined && first !== undefined;
  const Arrow = sorted ? arrows[sorted] : ChevronsUpDown;
  return (
    <th
      role="columnheader"
      scope="col"
      aria-sort={isSortable ? (sorted ? labelKeys[sorted] : "none") : undefined}
      className={classNames(
        "sticky top-0 z-10 bg-surface px-3 py-2 sm:max-lg:px-2 text-xs font-medium whitespace-nowrap text-muted shadow-[inset_0_-1px_0_var(--line)] first:rounded-tl-lg first:pl-5 last:rounded-tr-lg last:pr-5",
        look.align === "end" && "text-right not-last:pr-6",
        !everywhere && hiddenBelow(look.from),
        look.selects && "pr-0! w-0",
      )}
    >
      {isSortable ? (
        <Link
          href={address.href({ sort: nextSort(sort, id, first) })}
          scroll={false}
          className={classNames(
            "-mx-1 inline-flex min-h-6 items-center gap-1 rounded px-1 hover:text-ink",
            look.align === "end" && "flex-row-reverse",
            sorted && "text-ink",
          )}
        >
          {children}
          <Arrow aria-hidden className={classNames("size-3.5", !sorted && "opacity-50")} />
        </Link>
      ) : (
        children
      )}
    </th>
  );
}
