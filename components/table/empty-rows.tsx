import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { ButtonLink } from "@/components/ui/button.tsx";
import { Empty } from "@/components/ui/states.tsx";
import type { TableFilter } from "./table-filters.tsx";
import { pageRange, type PageQuery } from "./table-state.ts";
import type { TableUrlState } from "./use-table-url-state.ts";

/** Why the list is empty, with a link to where it is not. */
export function EmptyRows({
  address,
  query,
  page: { total, complete },
  noun,
  narrowed,
  filters,
  empty,
}: {
  address: TableUrlState;
  query: PageQuery;
  page: { total: number; complete: boolean };
  noun: string;
  /** Whether a search or a filter is set. */
  narrowed: boolean;
  filters: TableFilter[];
  /** Shown when the list has no items at all. */
  empty: ReactNode;
}) {
  const t = useTranslations("table");
  const { last, beyond } = pageRange(query, total);
  const toLast = address.href({ page: last });
  const toAll = address.href(clearFilters(filters));
  if (beyond && total > 0) {
    return <Nothing title={t("endsBefore")} href={toLast} action={t("toLastPage")} />;
  }
  if (narrowed) {
    return <Nothing title={t("noMatch", { noun })} href={toAll} action={t("showAll")} />;
  }
  return (
    <div className="p-4 sm:p-5">
      {!complete ? <Empty title={t("noneCached", { noun })} hint={t("noneCachedHint")} /> : empty}
    </div>
  );
}

function Nothing({ title, href, action }: { title: string; href: string; action: string }) {
  return (
    <div className="p-4 sm:p-5">
      <Empty title={title} action={<ButtonLink href={href}>{action}</ButtonLink>} />
    </div>
  );
}

const clearFilters = (filters: TableFilter[]) =>
  Object.fromEntries(["search", ...filters.map(({ name }) => name)].map((name) => [name, null]));
