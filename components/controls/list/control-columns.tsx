import { LongText, NotGiven, RowLink } from "@/components/table/cells.tsx";
import { columnHelper, type Columns } from "@/components/table/columns.ts";
import { idColumn } from "@/components/table/common-columns.tsx";
import { ControlBadge, TypeName } from "../badges.tsx";
import {
  controlStateAt,
  wasCancelledBeforeStart,
  endedEarly,
} from "@/lib/controls/control-state.ts";
import { targetTitle, type ControlSummaryView } from "../control-view-model.ts";
import { WindowCell } from "./window-cell.tsx";
import type { Labels } from "../types.ts";

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
    cell: ({ row: { original } }) => (
      <ControlBadge control={original} superseded={original.superseded} now={original.now} />
    ),
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

const reachColumns = ({ t, f }: Labels) => {
  const count = (value: number | null) => (value === null ? <NotGiven /> : f.count(value));
  return [
    column.accessor("locations", {
      id: "locations",
      header: t("list.locations"),
      meta: { ...figure, from: "xl" },
      cell: ({ getValue }) => count(getValue()),
    }),
    column.accessor("devices", {
      id: "devices",
      header: t("preview.devices"),
      meta: { ...figure, optional: true },
      cell: ({ getValue }) => count(getValue()),
    }),
    column.accessor("energy_kwh", {
      id: "energy_kwh",
      header: t("list.planned"),
      meta: { ...figure, from: "lg-or-card" },
      cell: ({ row: { original } }) => (
        <span>
          {wasCancelledBeforeStart(original)
            ? t("list.plannedNone")
            : f.number(original.energy_kwh, { signed: true })}
          {endedEarly(original) && (
            <span className="block text-xs text-muted">{t("list.plannedWhole")}</span>
          )}
        </span>
      ),
    }),
    column.accessor("created_at", {
      id: "created_at",
      header: t("list.accepted"),
      meta: { sort: "desc", from: "xl", whole: true },
      cell: ({ row: { original } }) => f.nearMoment(original.created_at, original.now),
    }),
  ];
};

/** The columns of a table of controls. */
export const controlColumns = (labels: Labels, idHeader: string): Columns<ControlRow> =>
  column.columns([
    ...detailColumns(labels),
    ...reachColumns(labels),
    idColumn<ControlRow>(idHeader),
  ]);
