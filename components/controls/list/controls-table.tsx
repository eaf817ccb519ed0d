"use client";

import type { GroupOption } from "@/lib/portal/queries/group-options.ts";
import { useTranslations } from "next-intl";
import { useMemo } from "react";
import { CreateLink } from "@/components/table/create-link.tsx";
import { DataTable, type ListPage } from "@/components/table/data-table.tsx";
import type { TableFilter } from "@/components/table/table-filters.tsx";
import { Empty } from "@/components/ui/states.tsx";
import { useFormats } from "@/components/ui/use-formats.ts";
import { useNow } from "@/components/ui/use-now.ts";
import type { QueryOf } from "@/lib/contract/operations.ts";
import { controlColumns } from "./control-columns.tsx";
import type { ControlSummaryView } from "../control-view-model.ts";
import { reasonNames, stateNames, typeNames, type ControlTranslator } from "../types.ts";

/** All controls, filtered and sorted by the URL. */
export function ControlsTable({
  page,
  query,
  groups,
  mayIssue,
  serverNow,
}: {
  page: ListPage<ControlSummaryView>;
  query: QueryOf<"listControlSummaries">;
  groups: GroupOption[];
  mayIssue: boolean;
  serverNow: number;
}) {
  const t = useTranslations("controls");
  const f = useFormats();
  const idHeader = useTranslations("common")("id");
  const now = useNow(10_000, serverNow);
  const columns = useMemo(() => controlColumns({ t, f }, idHeader), [t, f, idHeader]);
  return (
    <DataTable
      columns={columns}
      page={{ ...page, items: page.items.map((control) => ({ ...control, now })) }}
      query={query}
      searchable
      searchPlaceholder={t("list.searchHint")}
      filters={createFilters(groups, t)}
      noun={t("list.noun")}
      name="controls"
      empty={
        <Empty
          title={t("list.empty")}
          hint={t("list.emptyHint")}
          action={mayIssue && <CreateLink href="/controls/new">{t("issue")}</CreateLink>}
        />
      }
    />
  );
}

function createFilters(groups: GroupOption[], t: ControlTranslator): TableFilter[] {
  const types = typeNames.map((type) => ({ value: type, label: t(`types.${type}.title`) }));
  const states = stateNames.map((state) => ({ value: state, label: t(`states.${state}`) }));
  const reasons = [...reasonNames, "none" as const].map((reason) => ({
    value: reason,
    label: t(`reasons.${reason}`),
  }));
  const choices = groups.map(({ id, name }) => ({ value: id, label: name }));
  return [
    { name: "type", label: t("list.direction"), options: types },
    { name: "state", label: t("list.state"), options: states },
    ...(groups.length > 0
      ? [{ name: "group_id", label: t("console.target.groups"), options: choices }]
      : []),
    { name: "reason", label: t("console.reason.title"), options: reasons },
  ];
}
