"use client";

import { useState } from "react";
import { ChartDataTable, intervalTimes } from "@/components/chart/chart-data-table.tsx";
import { useChartLabels } from "@/components/chart/use-chart-labels.ts";
import { UNKNOWN } from "@/lib/i18n/format.ts";
import { ispNumber } from "@/lib/time/amsterdam.ts";
import { useTranslations } from "next-intl";
import type { PriceInterval, PriceOrigin } from "./price-series.ts";

/** Rows at most: a week of quarter-hours. */
const MAX_ROWS = 700;

/** The prices of the visible range, the first week of it. */
export function PriceTable({
  intervals,
  hasImbalance,
}: {
  intervals: readonly PriceInterval[];
  /** Whether there are imbalance prices to show. */
  hasImbalance: boolean;
}) {
  const t = useTranslations("prices");
  const { t: chart, f } = useChartLabels();
  const [open, setOpen] = useState(false);
  const rows = intervals.slice(0, MAX_ROWS);
  const timeOf = intervalTimes(rows, f);
  const toPrice = (key: string, price: number | null | undefined) => (
    <span key={key} className={price && price < 0 ? "text-consumption" : undefined}>
      {f.number(price ?? null, { decimals: 2 })}
    </span>
  );
  const toSource = (origin: PriceOrigin | null) =>
    origin ? `${origin.source}, ${f.moment(origin.vintage)}` : UNKNOWN;
  return (
    <details onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary className="min-h-8 content-center text-muted hover:text-ink">{t("table")}</summary>
      {open && (
        <ChartDataTable
          caption={t("title")}
          columns={[
            chart("table.isp"),
            chart("table.time"),
            t("dayAheadUnit"),
            t("vintage"),
            ...(hasImbalance ? [t("surplusUnit"), t("shortageUnit"), t("imbalanceVintage")] : []),
          ]}
          names={2}
          rows={rows.map((interval) => {
            const { from, dayAhead, imbalance } = interval;
            return {
              key: from,
              cells: [
                ispNumber(from),
                timeOf(interval),
                toPrice("day-ahead", dayAhead?.price),
                toSource(dayAhead),
                ...(hasImbalance
                  ? [
                      toPrice("surplus", imbalance?.surplus),
                      toPrice("shortage", imbalance?.shortage),
                      toSource(imbalance),
                    ]
                  : []),
              ],
            };
          })}
        />
      )}
    </details>
  );
}
