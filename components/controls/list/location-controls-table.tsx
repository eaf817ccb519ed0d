"use client";

import { useTranslations } from "next-intl";
import { useMemo } from "react";
import { NotGiven, RowLink } from "@/components/table/common-columns.tsx";
import { columnHelper, type Columns } from "@/components/table/columns.ts";
import type { ListPage } from "@/components/table/data-table.tsx";
import { ListCard } from "@/components/table/list-card.tsx";
import { RowsTable } from "@/components/table/rows-table.tsx";
import { TablePaging } from "@/components/table/table-paging.tsx";
import { pageRange, type PageQuery } from "@/components/table/table-state.ts";
import { useTableUrlState } from "@/components/table/use-table-url-state.ts";
import { useFormats } from "@/components/ui/use-formats.ts";
import { useNow } from "@/components/ui/use-now.ts";
import { getEffectiveIntervals } from "@/lib/controls/precedence.ts";
import type { LocatedControl } from "@/lib/contract/locations.ts";
import { ControlBadge } from "../badges.tsx";
import { TypeName } from "../type-name.tsx";
import { WindowCell } from "./window-cell.tsx";
import { byState } from "@/lib/controls/display-state.ts";
import { toMillis } from "@/lib/time/instant.ts";
import { DEFAULT_PAGE_SIZE } from "@/lib/tables/page-size.ts";
import type { Labels } from "@/components/controls/control-view-model.ts";

/** What was measured of a control here; that it is of a part, where not all of it was measured. */
export function MeasuredHere({
  control: { delivered_kwh, measured_whole },
}: {
  control: Pick<LocatedControl, "delivered_kwh" | "measured_whole">;
}) {
  const t = useTranslations("controls.atLocation");
  const f = useFormats();
  if (delivered_kwh === null) return <NotGiven />;
  return (
    <span>
      {f.kwh(delivered_kwh, { signed: true })}
      {!measured_whole && <span className="block text-xs text-muted">{t("ofPart")}</span>}
    </span>
  );
}

/**
 * The controls of a location or customer, each with whether it commands anything here at a moment
 * (ms) and when a newer one takes over.
 */
export function withOverrides<C extends LocatedControl>(controls: readonly C[], now: number) {
  const followed = controls.filter(({ opted_out }) => !opted_out);
  return controls.map((control) => {
    if (control.opted_out) return control;
    const effective = getEffectiveIntervals(control, followed);
    const current = effective.find(({ to }) => to > now);
    const takenOverAt = current?.to ?? toMillis(control.time_from);
    const isOverridden = takenOverAt < toMillis(control.effective_to);
    return {
      ...control,
      locations: 1,
      locations_in_force: current && current.from <= now ? 1 : 0,
      next_override: isOverridden
        ? { time: new Date(takenOverAt).toISOString(), locations: 1 }
        : null,
    };
  });
}

/** A control as seen from a moment (ms). */
type Row = LocatedControl & { now: number };

const column = columnHelper<Row>();
const createColumns = ({ t, f }: Labels): Columns<Row> =>
  column.columns([
    column.display({
      id: "when",
      header: t("list.window"),
      meta: { heads: true, whole: true },
      cell: ({ row: { original } }) => (
        <RowLink href={`/controls/${encodeURIComponent(original.control_id)}`}>
          <WindowCell control={original} now={original.now} />
        </RowLink>
      ),
    }),
    column.accessor("type", {
      header: t("list.type"),
      meta: { whole: true },
      cell: ({ getValue }) => <TypeName type={getValue()} />,
    }),
    column.display({
      id: "state",
      header: t("list.state"),
      cell: ({ row: { original } }) => <ControlBadge control={original} now={original.now} />,
    }),
    column.accessor("energy_kwh", {
      header: t("atLocation.plannedHere"),
      meta: { align: "end" },
      cell: ({ getValue }) => f.kwh(getValue(), { signed: true }),
    }),
    column.accessor("delivered_kwh", {
      header: t("atLocation.measuredHere"),
      meta: { align: "end" },
      cell: ({ row: { original } }) => <MeasuredHere control={original} />,
    }),
    column.accessor("created_at", {
      header: t("list.accepted"),
      meta: { from: "xl", whole: true },
      cell: ({ row: { original } }) => f.nearMoment(original.created_at, original.now),
    }),
  ]);

/**
 * The controls that touched a location or a customer, the latest on the first page, and what they
 * were planned to change there; on a page first what is under way, then what is to come, then what
 * ended.
 */
export function LocationControlsTable({
  title,
  empty,
  page,
  query,
  serverNow,
}: {
  title: string;
  /** The message for an empty list. */
  empty: string;
  page: ListPage<LocatedControl>;
  /** Which page of them it is. */
  query: PageQuery;
  serverNow: number;
}) {
  const t = useTranslations("controls");
  const inTables = useTranslations("table");
  const f = useFormats();
  const { address } = useTableUrlState();
  const columns = useMemo(() => createColumns({ t, f }), [t, f]);
  const now = useNow(10_000, serverNow);
  const { active, scheduled, ended } = byState(withOverrides(page.items, now), now);
  const rows = [...active, ...scheduled, ...ended].map((control) => ({ ...control, now }));
  const { beyond, last } = pageRange(query, page.total);
  const isAfterAll = beyond && page.total > 0;
  return (
    <ListCard
      title={title}
      noun={t("list.noun")}
      rowCount={rows.length}
      total={page.total}
      allHref={isAfterAll ? address.href({ page: 0 }) : undefined}
      empty={isAfterAll ? inTables("endsBefore") : empty}
    >
      <RowsTable columns={columns} rows={rows} noun={t("list.noun")} />
      {(last > 0 || query.page_size > DEFAULT_PAGE_SIZE) && (
        <TablePaging address={address} noun={t("list.noun")} query={query} total={page.total} />
      )}
    </ListCard>
  );
}
