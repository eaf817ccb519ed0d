import { ChevronLeft, ChevronRight } from "lucide-react";
import type { ReactNode } from "react";
import { formatCount } from "@/components/format-english.ts";
import { classNames } from "@/components/ui/class-names.ts";
import { Link } from "@/components/ui/link.tsx";
import { pageRange, type PageQuery } from "./table-state.ts";
import type { TableAddress } from "./use-table-address.ts";

const pageSizes = [10, 25, 50, 100];
const step =
  "inline-flex size-8 items-center justify-center rounded-md border border-line-strong [&_svg]:size-4";

/** Which part of the list is shown, how many to show, and the way to the other parts: links. */
export function TablePaging({
  address,
  noun,
  query,
  total,
}: {
  address: TableAddress;
  noun: string;
  query: PageQuery;
  total: number;
}) {
  const { page, page_size } = query;
  const { from, to, last } = pageRange(query, total);
  const shown = `${formatCount(from)}–${formatCount(to)} of ${formatCount(total)}`;
  return (
    <nav
      aria-label={`Pages of ${noun}`}
      className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 border-t border-line px-4 py-2.5 text-muted sm:px-5"
    >
      <p aria-live="polite" className="text-ink">
        {shown} <span className="text-muted">{noun}</span>
      </p>
      {total > pageSizes[0]! && (
        <p className="flex items-center gap-1 max-sm:order-last">
          <span className="mr-1">Per page</span>
          {pageSizes.map((size) => (
            <Link
              key={size}
              href={address.href({ page_size: size })}
              scroll={false}
              aria-current={size === page_size || undefined}
              className="inline-flex min-h-6 min-w-6 items-center justify-center rounded px-1 hover:bg-sunken aria-current:bg-sunken aria-current:font-medium aria-current:text-ink"
            >
              {size}
            </Link>
          ))}
        </p>
      )}
      {last > 0 && (
        <div className="flex items-center gap-2">
          <Step label="Previous page" to={page > 0 ? address.href({ page: page - 1 }) : null}>
            <ChevronLeft aria-hidden />
          </Step>
          <span className="text-ink">
            {formatCount(page + 1)} <span className="text-muted">/ {formatCount(last + 1)}</span>
          </span>
          <Step label="Next page" to={page < last ? address.href({ page: page + 1 }) : null}>
            <ChevronRight aria-hidden />
          </Step>
        </div>
      )}
    </nav>
  );
}

function Step({ label, to, children }: { label: string; to: string | null; children: ReactNode }) {
  if (to === null) {
    return (
      <span role="link" aria-disabled aria-label={label} className={classNames(step, "opacity-40")}>
        {children}
      </span>
    );
  }
  return (
    <Link
      href={to}
      scroll={false}
      aria-label={label}
      className={classNames(step, "bg-surface hover:bg-sunken")}
    >
      {children}
    </Link>
  );
}
