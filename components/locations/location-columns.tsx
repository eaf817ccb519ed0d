import { useTranslations } from "next-intl";
import { localDate } from "@/lib/time/amsterdam.ts";
import { toMillis } from "@/lib/time/instant.ts";
import { type Formats } from "@/lib/i18n/format.ts";
import { ConnectionBadge } from "@/components/status/connection.tsx";
import { DataSourceBadge } from "@/components/status/data-source.tsx";
import {
  NotGiven,
  RowLink,
  dayColumn,
  idColumn,
  ownerColumn,
} from "@/components/table/common-columns.tsx";
import { columnHelper, type Columns } from "@/components/table/columns.ts";
import type { PartialLocation } from "@/lib/portal/directory/types.ts";
import { getLocationName } from "@/lib/i18n/address.ts";
import { useMemo } from "react";
import { useFormats } from "@/components/ui/use-formats.ts";
import { StyledBadge } from "@/components/ui/badge.tsx";
import { getLocationState } from "@/lib/contract/location-status.ts";
import { locationStateStyles } from "./state-styles.ts";

/** The state of a location at a moment (ms), where the service reports it; `plain` is for customers. */
export function LocationBadge({
  location,
  now,
  plain = false,
}: {
  location: PartialLocation;
  now: number;
  plain?: boolean;
}) {
  const t = useTranslations("locations.states");
  const { last_reported_at, responding } = location;
  if (last_reported_at === undefined) return <NotGiven />;
  const state = getLocationState({ last_reported_at, responding }, now);
  const label = plain && state === "responding" ? t("respondingPlain") : t(state);
  return <StyledBadge style={locationStateStyles[state]}>{label}</StyledBadge>;
}

/** A location as seen from a moment (ms), with the name of its group where that is known. */
type LocationRow = PartialLocation & { now: number; group_name?: string };

type LocationTranslator = ReturnType<typeof useTranslations<"locations">>;

const column = columnHelper<LocationRow>();

const addressColumn = (t: LocationTranslator, f: Formats) =>
  column.accessor((location) => getLocationName(location, f), {
    id: "address",
    header: t("address"),
    meta: { sort: "asc", heads: true },
    cell: ({ row, getValue }) => (
      <RowLink href={`/locations/${encodeURIComponent(row.original.id)}`}>{getValue()}</RowLink>
    ),
  });

/** The columns that a table needs: for a customer who reads it, one customer, one group, or all locations. */
export type ColumnSet = "mine" | "customers" | "groups" | "anybodys";

const customerColumn = (t: LocationTranslator) =>
  ownerColumn<LocationRow>(
    "customer_name",
    t("customer"),
    ({ customer_name, customer_id }) => customer_name ?? customer_id,
  );

const groupColumn = (t: LocationTranslator) =>
  ownerColumn<LocationRow>(
    "group_name",
    t("group"),
    ({ group_name, group_id }) => group_name ?? group_id,
    { from: "xl" },
  );

/** Today's time alone, else the day too. */
const getLastSeen = (at: string, now: number, f: Formats) =>
  localDate(toMillis(at)) === localDate(now) ? f.time(at) : f.nearMoment(at, now);

const lastSeenColumns = (t: LocationTranslator, f: Formats, plain: boolean) => [
  column.accessor(({ last_reported_at }) => last_reported_at, {
    id: "state",
    header: t("state"),
    meta: { sort: "asc" },
    cell: ({ row: { original } }) => (
      <LocationBadge location={original} now={original.now} plain={plain} />
    ),
  }),
  column.accessor("last_reported_at", {
    id: "last_reported_at",
    header: t("lastReported"),
    meta: { sort: "asc", from: "lg", whole: true },
    cell: ({ row: { original } }) => {
      const at = original.last_reported_at;
      if (at === undefined) return <NotGiven />;
      return at === null ? t("never") : getLastSeen(at, original.now, f);
    },
  }),
  column.accessor("connection", {
    id: "connection",
    header: t("connection"),
    meta: { sort: "asc", optional: true },
    cell: ({ getValue }) => {
      const value = getValue();
      return value ? <ConnectionBadge connection={value} /> : <NotGiven />;
    },
  }),
];

const capacityColumns = (t: LocationTranslator, f: Formats) => {
  const capacity = (value: number | null | undefined, unit: string) =>
    value ? `${f.number(value, { decimals: 1 })} ${unit}` : <NotGiven />;
  const figure = { sort: "desc", align: "end" } as const;
  return [
    column.accessor("pv_peak_kw", {
      id: "pv_peak_kw",
      header: t("pv"),
      meta: figure,
      cell: ({ getValue }) => capacity(getValue(), "kWp"),
    }),
    column.accessor("battery_kwh", {
      id: "battery_kwh",
      header: t("battery"),
      meta: figure,
      cell: ({ getValue }) => capacity(getValue(), "kWh"),
    }),
    column.accessor("connection_limit_kw", {
      id: "connection_limit_kw",
      header: t("limit"),
      meta: { ...figure, optional: true },
      cell: ({ getValue }) => capacity(getValue(), "kW"),
    }),
    column.accessor("devices", {
      id: "devices",
      header: t("devices"),
      meta: { ...figure, optional: true },
      cell: ({ getValue }) => {
        const devices = getValue();
        return devices === undefined ? <NotGiven /> : f.count(devices);
      },
    }),
  ];
};

const sourceColumn = (t: LocationTranslator) =>
  column.accessor("data_source", {
    id: "data_source",
    header: t("data"),
    meta: { sort: "asc", from: "lg-or-card" },
    cell: ({ getValue }) => {
      const value = getValue();
      return value ? <DataSourceBadge source={value} /> : <NotGiven />;
    },
  });

/** What is shown of locations: also the customer and the group where these differ. */
export const locationColumns = (
  t: LocationTranslator,
  f: Formats,
  whose: ColumnSet,
): Columns<LocationRow> =>
  column.columns([
    addressColumn(t, f),
    ...(whose === "mine" || whose === "customers" ? [] : [customerColumn(t)]),
    ...(whose === "anybodys" ? [groupColumn(t)] : []),
    ...lastSeenColumns(t, f, whose === "mine"),
    ...capacityColumns(t, f),
    sourceColumn(t),
    dayColumn<LocationRow>(t("since"), f, { optional: true }),
    idColumn<LocationRow>(t("id")),
  ]);

/** The columns of a table of locations. */
export function useLocationColumns(whose: ColumnSet) {
  const t = useTranslations("locations");
  const f = useFormats();
  return useMemo(() => locationColumns(t, f, whose), [t, f, whose]);
}
