"use client";

import { useState } from "react";
import { dynamic } from "@/components/ui/dynamic.tsx";
import type { Interval } from "../chart/series.ts";
import type { DaySum } from "./daily-sums.ts";
import type { MeasurementSource } from "./measurement-source.ts";
import { useChartLabels } from "../chart/use-chart-labels.ts";

const QuarterTable = dynamic(async () => (await import("./quarter-table.tsx")).QuarterTable);
const DailyTable = dynamic(async () => (await import("./daily-table.tsx")).DailyTable);

/**
 * The chart's numbers: by day where the chart shows days, else the quarter-hours of one day at a time; a
 * dash where nothing is known.
 */
export function HistoryTable(props: {
  intervals: readonly Interval[];
  /** The days where the chart shows one bar for each; else null. */
  days: readonly DaySum[] | null;
  subject: MeasurementSource;
  /** Leaves out what could be raised and lowered. */
  plain: boolean;
  /** The name of the day it is compared with. */
  comparedWith?: string | undefined;
}) {
  const { t } = useChartLabels();
  const { days, ...quarters } = props;
  const [open, setOpen] = useState(false);
  return (
    <details onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary className="min-h-8 content-center text-muted hover:text-ink">
        {t("table.show")}
      </summary>
      {open && props.intervals.length > 0 && (
        <>
          {days && <DailyTable days={days} subject={props.subject} plain={props.plain} />}
          {!days && <QuarterTable {...quarters} />}
        </>
      )}
    </details>
  );
}
