import { formatEnergy } from "@/components/ui/format-energy.ts";
import { ChartDataTable } from "../chart/chart-data-table.tsx";
import { getExpectedWithControls } from "../chart/series.ts";
import { useChartLabels } from "../chart/use-chart-labels.ts";
import { describeCoverage } from "./daily-bars.ts";
import type { DaySum, TwoWayEnergy } from "./daily-sums.ts";
import type { MeasurementSource } from "./measurement-source.ts";

type Column = [heading: string, valueOf: (day: DaySum) => string];

/** The bars in figures, the latest day first; says of each day how much of it was measured. */
export function DailyTable({
  days,
  subject,
  plain,
}: {
  days: readonly DaySum[];
  subject: MeasurementSource;
  plain: boolean;
}) {
  const labels = useChartLabels();
  const { t, f } = labels;
  const [out, into] = [t(`days.out.${subject}`), t(`days.into.${subject}`)];
  const pair = (name: string, select: (day: DaySum) => TwoWayEnergy | null): Column[] => {
    const energies = days.flatMap((day) => select(day) ?? []);
    if (energies.length === 0) return [];
    const max = Math.max(...energies.flatMap((energy) => [energy.out, energy.into]));
    const write = (kwh: number | undefined) => formatEnergy(f, kwh ?? null, max);
    return [
      [t("days.column", { name, way: out }), (day) => write(select(day)?.out)],
      [t("days.column", { name, way: into }), (day) => write(select(day)?.into)],
    ];
  };
  const columns: Column[] = [
    ...pair(t(plain ? "curves.actualPlain" : "curves.actual"), ({ measured }) => measured),
    [t("days.measured"), (day) => describeCoverage(day, labels)],
    ...(subject === "CONNECTION"
      ? [
          ...pair(t(plain ? "curves.forecastPlain" : "curves.forecast"), (day) => day.forecast),
          ...(days.some((day) => day.withControls)
            ? pair(t("curves.withControls"), getExpectedWithControls)
            : []),
        ]
      : []),
    ...(days.some(({ share }) => share !== undefined)
      ? ([[t("table.coverage"), ({ share }) => f.percent(share ?? null)]] satisfies Column[])
      : []),
  ];
  return (
    <ChartDataTable
      caption={t("days.caption")}
      columns={[t("table.day"), ...columns.map(([heading]) => heading)]}
      names={1}
      rows={days.toReversed().map((day) => ({
        key: day.from,
        cells: [f.day(day.from), ...columns.map(([, valueOf]) => valueOf(day))],
      }))}
    />
  );
}
