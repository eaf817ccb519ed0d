"use client";

import { useTranslations } from "next-intl";
import { TablePaging } from "@/components/table/table-paging.tsx";
import type { PageQuery } from "@/components/table/table-state.ts";
import { useTableUrlState } from "@/components/table/use-table-url-state.ts";

/** The way to older ones, where there are more than fit on a page. */
export function ActivityPaging({ total, query }: { total: number; query: PageQuery }) {
  const t = useTranslations("customerHome.activity");
  const address = useTableUrlState();
  if (total <= query.page_size && query.page === 0) return null;
  return (
    <div className="mt-4 rounded-lg border border-line bg-surface *:border-t-0">
      <TablePaging address={address} noun={t("noun")} query={query} total={total} />
    </div>
  );
}
