import { useTranslations } from "next-intl";
import type { Formats } from "@/lib/i18n/format.ts";
import {
  LongText,
  NotGiven,
  dayColumn,
  idColumn,
  nameColumn,
} from "@/components/table/common-columns.tsx";
import { columnHelper, type Columns } from "@/components/table/columns.ts";
import type { PartialDevice } from "@/lib/portal/directory/types.ts";
import { DeviceTypeName } from "./device-types.tsx";
import { useMemo } from "react";
import { useFormats } from "@/components/ui/use-formats.ts";
import type { DeviceDetail } from "@/lib/contract/devices.ts";

type Ratings = DeviceDetail["ratings"];

/** A device's ratings for reading: label and value with its unit. */
export function describeRatings(
  ratings: Ratings,
  t: DeviceTranslator,
  f: Formats,
): [label: string, value: string][] {
  const degrees = (value: number) => `${f.number(value, { decimals: 0 })}°`;
  const follows = (value: boolean) => (value ? t("followsYes") : t("followsNo"));
  if ("pv_peak_kw" in ratings) {
    const { azimuth } = ratings;
    const direction = { degrees: degrees(azimuth), compass: t(`compass.${compass(azimuth)}`) };
    return [
      [t("ratings.pvPeak"), f.kw(ratings.pv_peak_kw)],
      [t("ratings.inverter"), f.kw(ratings.inverter_kw)],
      [t("ratings.tilt"), degrees(ratings.tilt)],
      [t("ratings.azimuth"), t("ratings.direction", direction)],
      [t("follows"), follows(ratings.controllable)],
    ];
  }
  if ("capacity_kwh" in ratings) {
    return [
      [t("ratings.capacity"), f.kwh(ratings.capacity_kwh)],
      [t("ratings.power"), f.kw(ratings.power_kw)],
      [t("ratings.efficiency"), f.percent(ratings.efficiency)],
      [t("ratings.floor"), f.percent(ratings.floor)],
      [t("follows"), follows(ratings.controllable)],
    ];
  }
  const limit = ratings.connection_limit_kw;
  return [[t("ratings.limit"), limit === null ? t("ratings.limitUnknown") : f.kw(limit)]];
}

/** The one rating people compare devices by. */
function mainRating(ratings: Ratings | undefined, f: Formats): string | null {
  if (!ratings) return null;
  const oneDecimal = (value: number) => f.number(value, { decimals: 1 });
  if ("pv_peak_kw" in ratings) return `${oneDecimal(ratings.pv_peak_kw)} kWp`;
  if ("capacity_kwh" in ratings) return `${oneDecimal(ratings.capacity_kwh)} kWh`;
  const limit = ratings.connection_limit_kw;
  return limit === null ? null : `${oneDecimal(limit)} kW`;
}

const points = ["n", "ne", "e", "se", "s", "sw", "w", "nw"] as const;

/** The direction an azimuth points to, in degrees clockwise from north. */
export const compass = (azimuth: number): (typeof points)[number] =>
  points[Math.round(azimuth / 45) % 8]!;

/** A device, with the name of its location where it is known. */
export type DeviceRow = PartialDevice & { locationName?: string };

type DeviceTranslator = ReturnType<typeof useTranslations<"devices">>;

const column = columnHelper<DeviceRow>();

const locationColumn = (t: DeviceTranslator) =>
  column.accessor(({ locationName, location_id }) => locationName ?? location_id, {
    id: "address",
    header: t("location"),
    meta: { sort: "asc" },
    cell: ({ getValue }) => <LongText>{getValue()}</LongText>,
  });

/** Whether a device follows setpoints; null if that is not given. */
const followsSetpoints = (ratings: PartialDevice["ratings"]): boolean | null =>
  ratings && "controllable" in ratings ? ratings.controllable : null;

const typeColumns = (t: DeviceTranslator, f: Formats) => [
  column.accessor("device_type", {
    header: t("type"),
    meta: { sort: "asc", whole: true },
    cell: ({ getValue }) => <DeviceTypeName type={getValue()} />,
  }),
  column.accessor("brand", { header: t("brand"), meta: { sort: "asc" } }),
  column.display({
    id: "rating",
    header: t("rating"),
    meta: { align: "end" },
    cell: ({ row }) => mainRating(row.original.ratings, f) ?? <NotGiven />,
  }),
  column.accessor(({ ratings }) => followsSetpoints(ratings), {
    id: "controllable",
    header: t("follows"),
    meta: { sort: "asc", optional: true },
    cell: ({ getValue }) => {
      const follows = getValue();
      if (follows === null) return <NotGiven />;
      return follows ? t("followsYes") : t("followsNo");
    },
  }),
];

/** The columns of devices; `withLocation` adds the location. */
export const deviceColumns = (
  t: DeviceTranslator,
  f: Formats,
  withLocation: boolean,
): Columns<DeviceRow> =>
  column.columns([
    nameColumn<DeviceRow>(t("name"), "/devices"),
    ...(withLocation ? [locationColumn(t)] : []),
    ...typeColumns(t, f),
    dayColumn<DeviceRow>(t("registered"), f),
    idColumn<DeviceRow>(t("id")),
  ]);

/** The columns of a table of devices; with `withLocation` also their location. */
export function useDeviceColumns(withLocation: boolean) {
  const t = useTranslations("devices");
  const f = useFormats();
  return useMemo(() => deviceColumns(t, f, withLocation), [t, f, withLocation]);
}
