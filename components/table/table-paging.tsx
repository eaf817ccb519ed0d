import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { classNames } from "@/components/ui/class-names.ts";
import { Link } from "@/components/ui/link.tsx";
import { useFormats } from "@/components/ui/use-formats.ts";
import { pageRange, type PageQuery } from "./table-state.ts";
import type { TableUrlState } from "./use-table-url-state.ts";

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
  address: TableUrlState;
  noun: string;
  query: PageQuery;
  total: number;
}) {
  const t = useTranslations("table");
  const { count } = useFormats();
  const { page, page_size } = query;
  const { from, to, last } = pageRange(query, total);
  const range = { from: count(from), to: count(to), total: count(total), noun };
  return (
    <nav
      aria-label={t("pagesOf", { noun })}
      className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 border-t border-line px-4 py-2.5 text-muted sm:px-5"
    >
      <p aria-live="polite" className="text-ink">
        {t.rich("range", { ...range, muted })}
      </p>
      {total > pageSizes[0]! && (
        <p className="flex flex-wrap items-center gap-1 max-sm:order-last">
          <span className="mr-1">{t("perPage")}</span>
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
        <div className="flex flex-wrap items-center gap-2">
          <Step label={t("previousPage")} to={page > 0 ? address.href({ page: page - 1 }) : null}>
            <span aria-hidden className="chevron rotate-45" />
          </Step>
          <span className="text-ink">
            {t.rich("pageOf", { page: count(page + 1), last: count(last + 1), muted })}
          </span>
          <Step label={t("nextPage")} to={page < last ? address.href({ page: page + 1 }) : null}>
            <span aria-hidden className="chevron -rotate-135" />
          </Step>
        </div>
      )}
    </nav>
  );
}

const muted = (text: ReactNode) => <span className="text-muted">{text}</span>;

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
