"use client";

import { useState } from "react";
import { ChartDataTable, intervalTimes } from "@/components/chart/chart-data-table.tsx";
import { useChartLabels } from "@/components/chart/use-chart-labels.ts";
import { ispNumber } from "@/lib/time/amsterdam.ts";
import { useTranslations } from "next-intl";
import type { PriceInterval } from "./price-series.ts";

/** Rows at most: a week of quarter-hours. */
const MAX_ROWS = 700;

/** The prices of the visible range, the first week of it. */
export function PriceTable({ intervals }: { intervals: readonly PriceInterval[] }) {
  const t = useTranslations("prices");
  const { t: chart, f } = useChartLabels();
  const [open, setOpen] = useState(false);
  const rows = intervals.slice(0, MAX_ROWS);
  const timeOf = intervalTimes(rows, f);
  return (
    <details onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary className="min-h-8 content-center text-muted hover:text-ink">{t("table")}</summary>
      {open && (
        <ChartDataTable
          caption={t("title")}
          columns={[chart("table.isp"), chart("table.time"), t("unit"), t("vintage")]}
          names={2}
          rows={rows.map((interval) => ({
            key: interval.from,
            cells: [
              ispNumber(interval.from),
              timeOf(interval),
              <span key="price" className={interval.price < 0 ? "text-consumption" : undefined}>
                {f.number(interval.price, { decimals: 2 })}
              </span>,
              `${interval.source}, ${f.moment(interval.vintage)}`,
            ],
          }))}
        />
      )}
    </details>
  );
}
