import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import type { ListPage } from "@/components/table/data-table.tsx";
import { ListCard } from "@/components/table/list-card.tsx";
import type { PartialLocation } from "@/lib/portal/directory/types.ts";
import { LocationRows } from "./locations.dynamic.tsx";
import type { ColumnSet } from "./location-columns.tsx";

/** The first locations of a customer or a group, on its page. */
export function LocationsCard({
  page,
  allHref,
  empty,
  actions,
  whose,
}: {
  page: ListPage<PartialLocation>;
  allHref: string;
  empty: string;
  actions?: ReactNode;
  whose: ColumnSet;
}) {
  const t = useTranslations("locations");
  return (
    <ListCard
      title={t("title")}
      noun={t("noun")}
      shown={page.items.length}
      total={page.total}
      allHref={allHref}
      empty={empty}
      actions={actions}
    >
      <LocationRows locations={page.items} whose={whose} serverNow={Date.now()} />
    </ListCard>
  );
}
