"use client";

import { useTranslations } from "next-intl";
import { DataTable, type ListPage } from "@/components/table/data-table.tsx";
import type { TableFilter } from "@/components/table/table-filters.tsx";
import { Empty } from "@/components/ui/states.tsx";
import type { QueryOf } from "@/lib/contract/operations.ts";
import { type DeviceRow, useDeviceColumns } from "./device-columns.tsx";
import { deviceTypes } from "./device-types.tsx";

/** All devices the user may see, searched, filtered and sorted by the URL. */
export function DevicesTable({
  page,
  query,
  brands,
  location,
  plain,
}: {
  page: ListPage<DeviceRow>;
  query: QueryOf<"listDevices">;
  /** Suggested brands; others can be typed. */
  brands: string[];
  /** The location in the URL's filter. */
  location: { id: string; name: string } | null;
  /** For a customer, who has few devices: without needless tools. */
  plain: boolean;
}) {
  const t = useTranslations("devices");
  const columns = useDeviceColumns(true);
  const types = deviceTypes.map((type) => ({ value: type, label: t(`types.${type}`) }));
  const filters: TableFilter[] = [
    { name: "device_type", label: t("type"), options: types },
    { name: "brand", label: t("brand"), suggestions: brands },
  ];
  if (location) {
    const options = [{ value: location.id, label: location.name }];
    filters.push({ name: "location_id", label: t("location"), options });
  }
  return (
    <DataTable
      columns={columns}
      page={page}
      query={query}
      searchable
      searchPlaceholder={t("searchHint")}
      filters={filters}
      noun={t("noun")}
      name="devices"
      {...(!plain && { views: "/devices" })}
      plain={plain}
      empty={<Empty title={t("empty")} hint={t("emptyHint")} />}
    />
  );
}
