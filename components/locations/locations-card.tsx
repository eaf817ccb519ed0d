import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import type { ListPage } from "@/components/table/data-table.tsx";
import { ListCard } from "@/components/table/list-card.tsx";
import type { PartialLocation } from "@/lib/portal/directory/types.ts";

/** The first locations of a customer or a group, on its page. */
export function LocationsCard({
  page,
  allHref,
  empty,
  actions,
  children,
}: {
  page: ListPage<PartialLocation>;
  allHref: string;
  empty: string;
  actions?: ReactNode;
  /** The rows. */
  children: ReactNode;
}) {
  const t = useTranslations("locations");
  return (
    <ListCard
      title={t("title")}
      noun={t("noun")}
      rowCount={page.items.length}
      total={page.total}
      allHref={allHref}
      empty={empty}
      actions={actions}
    >
      {children}
    </ListCard>
  );
}
