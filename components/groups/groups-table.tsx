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
import type { Group } from "@/lib/contract/groups.ts";
import type { QueryOf } from "@/lib/contract/operations.ts";

const column = columnHelper<Group>();

const groupColumns = (
  t: ReturnType<typeof useTranslations<"groups">>,
  f: Formats,
): Columns<Group> =>
  column.columns([
    nameColumn<Group>(t("name"), "/groups"),
    column.accessor("bidding_zone", { header: t("zone"), meta: { sort: "asc" } }),
    dayColumn<Group>(t("created"), f, {}),
    idColumn<Group>(t("id")),
  ]);

/** All groups, searched and sorted by the URL. */
export function GroupsTable({
  page,
  query,
  mayCreate,
}: {
  page: ListPage<Group>;
  query: QueryOf<"listGroups">;
  mayCreate: boolean;
}) {
  const t = useTranslations("groups");
  const f = useFormats();
  const columns = useMemo(() => groupColumns(t, f), [t, f]);
  return (
    <DataTable
      columns={columns}
      page={page}
      query={query}
      searchable
      searchPlaceholder={t("searchHint")}
      noun={t("noun")}
      name="groups"
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
