import { useTranslations } from "next-intl";
import type { Formats } from "@/lib/i18n/format.ts";
import { LongText, NotGiven } from "@/components/table/cells.tsx";
import { columnHelper, type Columns } from "@/components/table/columns.ts";
import { dayColumn, idColumn, nameColumn } from "@/components/table/common-columns.tsx";
import type { PartialDevice } from "@/lib/portal/directory/types.ts";
import { DeviceTypeName } from "./device-types.tsx";
import { mainRating } from "./ratings.ts";
import { useMemo } from "react";
import { useFormats } from "@/components/ui/use-formats.ts";

/** A device, with the name of its location where it is known. */
export type DeviceRow = PartialDevice & { place?: string };

type DeviceTranslator = ReturnType<typeof useTranslations<"devices">>;

const column = columnHelper<DeviceRow>();

const locationColumn = (t: DeviceTranslator) =>
  column.accessor(({ place, location_id }) => place ?? location_id, {
    id: "address",
    header: t("location"),
    meta: { sort: "asc" },
    cell: ({ getValue }) => <LongText>{getValue()}</LongText>,
  });

/** Whether a device follows setpoints; null where nothing is said of it. */
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

/** The columns of devices; `place` adds the location. */
export const deviceColumns = (
  t: DeviceTranslator,
  f: Formats,
  place: boolean,
): Columns<DeviceRow> =>
  column.columns([
    nameColumn<DeviceRow>(t("name"), "/devices"),
    ...(place ? [locationColumn(t)] : []),
    ...typeColumns(t, f),
    dayColumn<DeviceRow>(t("registered"), f),
    idColumn<DeviceRow>(t("id")),
  ]);

/** The columns of a table of devices; with `place` also where they are. */
export function useDeviceColumns(place: boolean) {
  const t = useTranslations("devices");
  const f = useFormats();
  return useMemo(() => deviceColumns(t, f, place), [t, f, place]);
}
