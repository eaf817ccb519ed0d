"use client";

import { useTranslations } from "next-intl";
import { useMemo } from "react";
import { NotGiven, RowLink } from "@/components/table/cells.tsx";
import { columnsOf, type Columns } from "@/components/table/columns.ts";
import type { ListPage } from "@/components/table/data-table.tsx";
import { ListCard } from "@/components/table/list-card.tsx";
import { RowsTable } from "@/components/table/rows-table.tsx";
import { useFormats } from "@/components/use-formats.ts";
import { useNow } from "@/components/use-now.ts";
import type { OwnControl } from "@/lib/contract/locations.ts";
import { ControlBadge, TypeName } from "./badges.tsx";
import { byState, realWindow } from "./shown-control.ts";
import type { Words } from "./types.ts";

/** A control as seen from a moment (ms). */
type Row = OwnControl & { now: number };

const column = columnsOf<Row>();
const columnsIn = ({ t, f }: Words): Columns<Row> =>
  column.columns([
    column.display({
      id: "when",
      header: t("list.window"),
      meta: { heads: true, whole: true },
      cell: ({ row: { original } }) => (
        <RowLink href={`/controls/${encodeURIComponent(original.control_id)}`}>
          {realWindow(original, original.now, f)}
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
      cell: ({ row }) => <ControlBadge control={row.original} now={row.original.now} />,
    }),
    column.accessor("energy_kwh", {
      header: t("felt.plannedHere"),
      meta: { align: "end" },
      cell: ({ getValue }) => f.kwh(getValue(), { signed: true }),
    }),
    column.accessor("delivered_kwh", {
      header: t("felt.measuredHere"),
      meta: { align: "end" },
      cell: ({ getValue }) => {
        const kwh = getValue();
        return kwh === null ? <NotGiven /> : f.kwh(kwh, { signed: true });
      },
    }),
    column.accessor("created_at", {
      header: t("list.accepted"),
      meta: { from: "xl", whole: true },
      cell: ({ row: { original } }) => f.nearMoment(original.created_at, original.now),
    }),
  ]);

const MOST = 10;

/**
 * The latest controls that touched a location or a customer and what they were planned to change
 * there: under way first, then those to come, then those that ended.
 */
export function FeltControls({
  title,
  empty,
  page,
  serverNow,
}: {
  title: string;
  /** What to say when there are none. */
  empty: string;
  page: ListPage<OwnControl>;
  serverNow: number;
}) {
  const t = useTranslations("controls");
  const f = useFormats();
  const columns = useMemo(() => columnsIn({ t, f }), [t, f]);
  const now = useNow(10_000, serverNow);
  const { active, scheduled, ended } = byState(page.items, now);
  const shown = [...active, ...scheduled, ...ended].slice(0, MOST);
  const rows = shown.map((control) => ({ ...control, now }));
  return (
    <ListCard
      title={title}
      noun={t("list.noun")}
      shown={rows.length}
      total={page.total}
      empty={empty}
    >
      <RowsTable columns={columns} rows={rows} noun={t("list.noun")} />
    </ListCard>
  );
}
