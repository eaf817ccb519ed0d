"use client";

import { useTranslations } from "next-intl";
import { RowsTable } from "@/components/table/rows-table.tsx";
import type { DeviceRow } from "./device-columns.tsx";
import { useDeviceColumns } from "./use-device-columns.ts";

/** The devices of one location. */
export function LocationDevices({ devices }: { devices: DeviceRow[] }) {
  const t = useTranslations("devices");
  return <RowsTable columns={useDeviceColumns(false)} rows={devices} noun={t("noun")} />;
}
