import { QUARTER_MS, localStamp, startOfDay, utcStamp } from "@/lib/time/amsterdam.ts";
import { CSV_START, csvLine, type CsvCell } from "@/lib/export/csv.ts";
import { getExpectedWithControls, hasPlannedChange, type Interval } from "../chart/series.ts";
import type { MeasurementSource } from "./measurement-source.ts";
import type { Labels } from "../chart/use-chart-labels.ts";

/** Numbers of the settlement periods of ordered moments, without asking the calendar for each. */
function periodCounter(): (at: number) => number {
  let start = 0;
  let end = 0;
  return (at) => {
    if (at < start || at >= end) {
      start = startOfDay(at);
      end = startOfDay(at, 1);
    }
    return Math.floor((at - start) / QUARTER_MS) + 1;
  };
}

type Column = [heading: string, valueOf: (interval: Interval) => CsvCell];

/** Rows that are written without blocking the page. */
const BATCH_SIZE = 1000;

/**
 * The numbers of a chart as a file for a spreadsheet, in parts so that a year need not be written
 * at once: local and UTC time, number of the settlement period, powers in kW; empty where nothing
 * is known. What is simulated is called that.
 */
export function* historyCsv(
  intervals: readonly Interval[],
  {
    subject,
    plain,
    isSimulated,
    comparedWith,
  }: {
    subject: MeasurementSource;
    plain: boolean;
    isSimulated: boolean;
    /** The name of the day it is compared with. */
    comparedWith?: string | undefined;
  },
  { t }: Labels,
): Generator<string> {
  const isp = periodCounter();
  const heading = t(`csv.actual.${subject}`);
  const expected: Column[] = [
    [t("csv.forecast"), ({ forecast }) => forecast],
    ...(hasPlannedChange(intervals)
      ? ([[t("csv.withControls"), getExpectedWithControls]] satisfies Column[])
      : []),
    ...(plain
      ? []
      : ([
          [t("csv.upward"), ({ upward }) => upward],
          [t("csv.downward"), ({ downward }) => downward],
        ] satisfies Column[])),
  ];
  const extra: Column[] = [
    ...(intervals.some(({ coverage }) => coverage !== undefined)
      ? ([[t("csv.coverage"), ({ coverage }) => coverage ?? null]] satisfies Column[])
      : []),
    ...(intervals.some(({ band }) => band)
      ? ([
          [t("csv.low"), ({ band }) => band?.low ?? null],
          [t("csv.median"), ({ band }) => band?.median ?? null],
          [t("csv.high"), ({ band }) => band?.high ?? null],
        ] satisfies Column[])
      : []),
  ];
  const columns: Column[] = [
    [t("csv.local"), ({ from }) => localStamp(from)],
    [t("csv.utc"), ({ from }) => utcStamp(from)],
    [t("csv.isp"), ({ from }) => isp(from)],
    ...(subject === "CONNECTION" ? expected : []),
    [isSimulated ? t("csv.simulated", { heading }) : heading, ({ actual }) => actual],
    ...(comparedWith === undefined
      ? []
      : ([
          [t("csv.compared", { day: comparedWith }), ({ compared }) => compared ?? null],
        ] satisfies Column[])),
    ...extra,
  ];
  yield CSV_START + csvLine(columns.map(([heading]) => heading));
  for (let start = 0; start < intervals.length; start += BATCH_SIZE) {
    const part = intervals.slice(start, start + BATCH_SIZE);
    yield part.map((interval) => csvLine(columns.map(([, valueOf]) => valueOf(interval)))).join("");
  }
}
