import { useState } from "react";
import { shiftedDate } from "@/lib/time/local-input.ts";
import { DAY_MS, ispNumber, startOfDay } from "@/lib/time/amsterdam.ts";
import { Field, Select } from "@/components/ui/field.tsx";
import { intervalTimes, ChartDataTable } from "@/components/chart/chart-data-table.tsx";
import { countDays, toWholeDays } from "../chart/ranges.ts";
import { getExpectedWithControls, hasPlannedChange, type Interval } from "../chart/series.ts";
import { getUnit, type MeasurementSource } from "./measurement-source.ts";
import { useChartLabels, type Labels } from "../chart/use-chart-labels.ts";

const toNoon = (day: string) => Date.parse(`${day}T12:00Z`);

/** The days intervals lie in, the latest first. */
function listDays(intervals: readonly Interval[]): string[] {
  const [first] = intervals;
  const last = intervals.at(-1);
  if (!first || !last) return [];
  const days = toWholeDays({ from: first.from, to: last.to });
  return Array.from({ length: countDays(days) }, (_, back) => shiftedDate(days.last, -back));
}

function DaySelect({
  days,
  day,
  onChoose,
}: {
  days: string[];
  day: string;
  onChoose: (day: string) => void;
}) {
  const { t, f } = useChartLabels();
  return (
    <Field label={t("table.day")} className="mb-3 max-w-56">
      <Select value={day} onChange={(event) => onChoose(event.target.value)}>
        {days.map((each) => (
          <option key={each} value={each}>
            {f.day(toNoon(each))}
          </option>
        ))}
      </Select>
    </Field>
  );
}

type Column = [heading: string, valueOf: (interval: Interval) => string];

/** The bounds of the band, and the share that was measured, where any of these intervals has them. */
function createExtraColumns(intervals: readonly Interval[], { t, f }: Labels): Column[] {
  const bounds: Column[] = [
    [t("table.low"), ({ band }) => f.number(band?.low ?? null)],
    [t("table.high"), ({ band }) => f.number(band?.high ?? null)],
  ];
  const coverage: Column = [
    t("table.coverage"),
    (interval) => f.percent(interval.coverage ?? null),
  ];
  return [
    ...(intervals.some(({ band }) => band) ? bounds : []),
    ...(intervals.some(({ coverage }) => coverage !== undefined) ? [coverage] : []),
  ];
}

/** The columns of a source. */
function createColumns(
  intervals: readonly Interval[],
  subject: MeasurementSource,
  plain: boolean,
  comparedWith: string | undefined,
  { t, f }: Labels,
): Column[] {
  const compared: Column[] =
    comparedWith === undefined
      ? []
      : [[t("compare.curve", { day: comparedWith }), (one) => f.number(one.compared ?? null)]];
  const actual: Column = [
    t(plain ? "curves.actualPlain" : "curves.actual"),
    (interval) => f.number(interval.actual),
  ];
  if (subject !== "CONNECTION") return [actual, ...compared];
  const forecast: Column = [
    t(plain ? "curves.forecastPlain" : "curves.forecast"),
    (interval) => f.number(interval.forecast),
  ];
  const withControls: Column[] = hasPlannedChange(intervals)
    ? [[t("curves.withControls"), (one) => f.number(getExpectedWithControls(one))]]
    : [];
  const extra = createExtraColumns(intervals, { t, f });
  if (plain) return [forecast, actual, ...compared, ...extra];
  return [
    forecast,
    ...withControls,
    actual,
    ...compared,
    [t("curves.upBy"), ({ upward }) => f.number(upward)],
    [t("curves.downBy"), ({ downward }) => f.number(downward)],
    ...extra,
  ];
}

/** The quarter-hours of one day in figures, of the latest day until another one is chosen. */
export function QuarterTable({
  intervals,
  subject,
  plain,
  comparedWith,
}: {
  intervals: readonly Interval[];
  subject: MeasurementSource;
  plain: boolean;
  comparedWith?: string | undefined;
}) {
  const labels = useChartLabels();
  const { t, f } = labels;
  const [chosen, setChosen] = useState<string | null>(null);
  const days = listDays(intervals);
  const day = chosen !== null && days.includes(chosen) ? chosen : (days[0] ?? "");
  const start = startOfDay(toNoon(day));
  const end = startOfDay(start + DAY_MS / 2, 1);
  const visible = intervals.filter(({ from }) => from >= start && from < end);
  const timeOf = intervalTimes(visible, f);
  const columns = createColumns(visible, subject, plain, comparedWith, labels);
  return (
    <div className="mt-2">
      {days.length > 1 && <DaySelect days={days} day={day} onChoose={setChosen} />}
      <ChartDataTable
        caption={t("table.caption", {
          day: f.day(start),
          unit: getUnit(subject, plain, t),
        })}
        columns={[t("table.isp"), t("table.time"), ...columns.map(([heading]) => heading)]}
        names={2}
        rows={visible.map((interval) => ({
          key: interval.from,
          cells: [
            ispNumber(interval.from),
            timeOf(interval),
            ...columns.map(([, valueOf]) => valueOf(interval)),
          ],
        }))}
      />
    </div>
  );
}
