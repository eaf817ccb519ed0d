"use client";

import type { GroupOption } from "@/lib/portal/queries/group.ts";
import { useTranslations } from "next-intl";
import { useMemo } from "react";
import { CreateLink } from "@/components/table/create-link.tsx";
import { DataTable, type ListPage } from "@/components/table/data-table.tsx";
import type { TableFilter } from "@/components/table/table-filters.tsx";
import { Empty } from "@/components/ui/states.tsx";
import { useFormats } from "@/components/ui/use-formats.ts";
import { useNow } from "@/components/ui/use-now.ts";
import type { QueryOf } from "@/lib/contract/operations.ts";
import {
  type ControlSummaryView,
  targetTitle,
  type ControlTranslator,
  type Labels,
  reasonNames,
  stateNames,
  typeNames,
} from "../control-view-model.ts";
import { LongText, NotGiven, RowLink, idColumn } from "@/components/table/common-columns.tsx";
import { columnHelper, type Columns } from "@/components/table/columns.ts";
import { ControlValueCell } from "@/components/value/value.dynamic.tsx";
import { ControlBadge } from "../badges.tsx";
import { TypeName } from "../type-name.tsx";
import { controlStateAt } from "@/lib/controls/control-state.ts";
import { DeliveredCell, PlannedCell } from "./delivered-cell.tsx";
import { IssuedBy } from "./issued-by.tsx";
import { WindowCell } from "./window-cell.tsx";

/** A control as seen from a moment (ms). */
type ControlRow = ControlSummaryView & { now: number };

const column = columnHelper<ControlRow>();

const detailColumns = ({ t }: Labels) => [
  column.accessor("type", {
    id: "type",
    header: t("list.type"),
    meta: { sort: "asc", heads: true, whole: "xl" },
    cell: ({ row: { original } }) => (
      <RowLink href={`/controls/${encodeURIComponent(original.id)}`}>
        <TypeName type={original.type} />
      </RowLink>
    ),
  }),
  column.accessor((control) => targetTitle(control.target, t), {
    id: "target",
    header: t("list.target"),
    meta: { sort: "asc" },
    cell: ({ getValue }) => <LongText>{getValue()}</LongText>,
  }),
  column.accessor("time_from", {
    id: "time_from",
    header: t("list.window"),
    meta: { sort: "desc", whole: "xl" },
    cell: ({ row: { original } }) => <WindowCell control={original} now={original.now} />,
  }),
  column.accessor((control) => controlStateAt(control, control.now), {
    id: "state",
    header: t("list.state"),
    meta: { sort: "asc" },
    cell: ({ row: { original } }) => <ControlBadge control={original} now={original.now} />,
  }),
  column.accessor("reason", {
    id: "reason",
    header: t("console.reason.title"),
    meta: { sort: "asc", optional: true },
    cell: ({ getValue }) => {
      const reason = getValue();
      return reason ? t(`reasons.${reason}`) : <NotGiven />;
    },
  }),
];

const figure = { sort: "desc", align: "end" } as const;

const reachColumns = ({ t, f }: Labels, hasDelivery: boolean) => {
  const count = (id: "locations" | "devices", header: string) =>
    column.accessor(id, {
      id,
      header,
      meta: { ...figure, optional: true },
      cell: ({ getValue }) => {
        const value = getValue();
        return value === null ? <NotGiven /> : f.count(value);
      },
    });
  return [
    count("locations", t("list.locations")),
    count("devices", t("preview.devices")),
    column.accessor("energy_kwh", {
      id: "energy_kwh",
      header: t(hasDelivery ? "list.delivered" : "list.planned"),
      meta: { ...figure, from: "lg-or-card" },
      cell: ({ row: { original } }) =>
        hasDelivery ? <DeliveredCell control={original} /> : <PlannedCell control={original} />,
    }),
    column.display({
      id: "value",
      header: t("list.value"),
      meta: { align: "end", from: "desk" },
      cell: ({ row: { original } }) => <ControlValueCell controlId={original.id} />,
    }),
    column.accessor("created_at", {
      id: "created_at",
      header: t("list.accepted"),
      meta: { sort: "desc", from: "xl", whole: true },
      cell: ({ row: { original } }) => (
        <span>
          {f.nearMoment(original.created_at, original.now)}
          <IssuedBy control={original} />
        </span>
      ),
    }),
  ];
};

/** The columns of a table of controls. */
const controlColumns = (
  labels: Labels,
  idHeader: string,
  capabilities: ControlListCapabilities,
): Columns<ControlRow> =>
  column.columns([
    ...detailColumns(labels),
    ...reachColumns(labels, capabilities.summaries).filter(
      ({ id }) => id !== "value" || capabilities.value,
    ),
    idColumn<ControlRow>(idHeader),
  ]);

/** What the service returns of each control in a list. */
export type ControlListCapabilities = Record<"summaries" | "value", boolean>;

/** All controls, filtered and sorted by the URL. */
export function ControlsTable({
  page,
  query,
  groups,
  capabilities,
  mayIssue,
  serverNow,
}: {
  page: ListPage<ControlSummaryView>;
  query: QueryOf<"listControlSummaries">;
  groups: GroupOption[];
  capabilities: ControlListCapabilities;
  mayIssue: boolean;
  serverNow: number;
}) {
  const t = useTranslations("controls");
  const f = useFormats();
  const idHeader = useTranslations("common")("id");
  const now = useNow(10_000, serverNow);
  const columns = useMemo(
    () => controlColumns({ t, f }, idHeader, capabilities),
    [t, f, idHeader, capabilities],
  );
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
      views="/controls"
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
