"use client";

import { useTranslations } from "next-intl";
import { useMemo } from "react";
import type { Formats } from "@/lib/i18n/format.ts";
import { columnHelper, type Columns } from "@/components/table/columns.ts";
import { DataTable, type ListPage } from "@/components/table/data-table.tsx";
import { dayColumn, idColumn, nameColumn } from "@/components/table/common-columns.tsx";
import { ButtonLink } from "@/components/ui/button.tsx";
import { Empty } from "@/components/ui/states.tsx";
import { useFormats } from "@/components/ui/use-formats.ts";
import type { ListedGroup } from "@/lib/contract/groups.ts";
import type { QueryOf } from "@/lib/contract/operations.ts";

const column = columnHelper<ListedGroup>();

const groupColumns = (
  t: ReturnType<typeof useTranslations<"groups">>,
  f: Formats,
  hasSizes: boolean,
): Columns<ListedGroup> =>
  column.columns([
    nameColumn<ListedGroup>(t("name"), "/groups"),
    column.accessor("bidding_zone", { header: t("zone"), meta: { sort: "asc" } }),
    ...(hasSizes ? sizeColumns(t, f) : []),
    dayColumn<ListedGroup>(t("created"), f, {}),
    idColumn<ListedGroup>(t("id")),
  ]);

/** What a group comprises, of a service that counts it. */
const sizeColumns = (t: ReturnType<typeof useTranslations<"groups">>, f: Formats) => [
  column.accessor("locations", {
    header: t("locations"),
    meta: { align: "end" },
    cell: ({ getValue }) => f.count(getValue()),
  }),
  column.accessor("rated_kw", {
    header: t("ratedPower"),
    meta: { align: "end", whole: true },
    cell: ({ getValue }) => f.kw(getValue()),
  }),
];

/** All groups, searched and sorted by the URL. */
export function GroupsTable({
  page,
  query,
  mayCreate,
}: {
  page: ListPage<ListedGroup>;
  query: QueryOf<"listGroups">;
  mayCreate: boolean;
}) {
  const t = useTranslations("groups");
  const f = useFormats();
  const hasSizes = page.items.some(({ locations }) => locations !== undefined);
  const columns = useMemo(() => groupColumns(t, f, hasSizes), [t, f, hasSizes]);
  return (
    <DataTable
      columns={columns}
      page={page}
      query={query}
      searchable
      searchPlaceholder={t("searchHint")}
      noun={t("noun")}
      name="groups"
      views="/groups"
      empty={
        <Empty
          title={t("empty")}
          hint={t("emptyHint")}
          action={mayCreate && <ButtonLink href="/groups/new">{t("createFirst")}</ButtonLink>}
        />
      }
    />
  );
}
