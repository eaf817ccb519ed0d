"use client";

import { useTranslations } from "next-intl";
import { RowsTable } from "@/components/table/rows-table.tsx";
import { type DeviceRow, useDeviceColumns } from "./device-columns.tsx";

/** The devices of one location. */
export function LocationDevices({ devices }: { devices: DeviceRow[] }) {
  const t = useTranslations("devices");
  return <RowsTable columns={useDeviceColumns(false)} rows={devices} noun={t("noun")} />;
}
