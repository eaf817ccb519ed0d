"use client";

import { useTranslations } from "next-intl";
import { RowsTable } from "@/components/table/rows-table.tsx";
import { useNow } from "@/components/use-now.ts";
import type { KnownLocation } from "@/lib/portal/directory.ts";
import { useLocationColumns } from "./use-location-columns.ts";

const EVERY = 10_000;

/** The locations of one customer or group. */
export function LocationRows({
  locations,
  owner,
  serverNow,
}: {
  locations: KnownLocation[];
  owner: boolean;
  serverNow: number;
}) {
  const t = useTranslations("locations");
  const now = useNow(EVERY, serverNow);
  const rows = locations.map((location) => ({ ...location, now }));
  return <RowsTable columns={useLocationColumns(owner)} rows={rows} noun={t("noun")} />;
}
