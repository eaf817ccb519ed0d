import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { useFormats } from "@/components/ui/use-formats.ts";
import { Link } from "@/components/ui/link.tsx";

/**
 * The first rows of a list on another thing's page: how many there are, the way to all of them,
 * and what can be added.
 */
export function ListCard({
  title,
  noun,
  rowCount,
  total,
  allHref,
  actions,
  empty,
  children,
}: {
  title: string;
  /** What is listed, in the plural: `locations`. */
  noun: string;
  rowCount: number;
  total: number;
  /** Link to the full list, for when it has more items than are displayed. */
  allHref?: string;
  actions?: ReactNode;
  /** The message for an empty list. */
  empty: string;
  children: ReactNode;
}) {
  const t = useTranslations("table");
  const f = useFormats();
  return (
    <section className="min-w-0 rounded-lg border border-line bg-surface">
      <header className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 px-4 py-3 sm:px-5">
        <h2 className="text-base font-semibold">
          {title} <span className="font-normal text-muted">{f.count(total)}</span>
        </h2>
        {actions && <div className="flex flex-wrap items-center gap-2">{actions}</div>}
      </header>
      {rowCount > 0 ? (
        children
      ) : (
        <p className="border-t border-line px-4 py-4 text-muted sm:px-5">{empty}</p>
      )}
      {allHref && total > rowCount && (
        <p className="border-t border-line px-4 py-2.5 sm:px-5">
          <Link className="link" href={allHref}>
            {t("all", { count: f.count(total), noun })}
          </Link>
        </p>
      )}
    </section>
  );
}
