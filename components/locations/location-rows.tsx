"use client";

import { useTranslations } from "next-intl";
import { RowsTable } from "@/components/table/rows-table.tsx";
import { useNow } from "@/components/ui/use-now.ts";
import type { PartialLocation } from "@/lib/portal/directory/types.ts";
import { type ColumnSet, useLocationColumns } from "./location-columns.tsx";

const EVERY = 10_000;

/** The locations of one customer or group. */
export function LocationRows({
  locations,
  whose,
  serverNow,
}: {
  locations: PartialLocation[];
  whose: ColumnSet;
  serverNow: number;
}) {
  const t = useTranslations("locations");
  const now = useNow(EVERY, serverNow);
  const rows = locations.map((location) => ({ ...location, now }));
  return <RowsTable columns={useLocationColumns(whose)} rows={rows} noun={t("noun")} />;
}
