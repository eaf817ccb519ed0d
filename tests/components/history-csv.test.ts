import { expect, test } from "vitest";
import { QUARTER_MS } from "@/lib/time/amsterdam.ts";
import { effectCsv } from "@/components/controls/charts/control-effect-csv.ts";
import { historyCsv } from "@/components/power-history/history-csv.ts";
import { toRange } from "@/components/chart/ranges.ts";
import type { Interval } from "@/components/chart/series.ts";
import { chartTexts } from "./chart-texts.ts";

const dayOf = (noon: string): Interval[] => {
  const { from, to } = toRange("today", Date.parse(noon));
  return Array.from({ length: (to - from) / QUARTER_MS }, (_, index) => ({
    from: from + index * QUARTER_MS,
    to: from + (index + 1) * QUARTER_MS,
    forecast: 1000.5,
    upward: 2,
    downward: 0,
    actual: index % 2 ? null : -0.25,
  }));
};
const CONNECTION = { subject: "CONNECTION", plain: false, isSimulated: false } as const;
const csvOf = (...what: Parameters<typeof historyCsv>) => [...historyCsv(...what)].join("");
const rowsOf = (csv: string) => csv.trimEnd().split("\r\n");

test("numbers carry local and UTC time, period and unit, with a decimal comma and no grouping", () => {
  const csv = csvOf(dayOf("2026-06-10T12:00Z"), CONNECTION, chartTexts("en"));
  expect(csv.startsWith("\uFEFF")).toBe(true);
  const rows = rowsOf(csv.slice(1));
  expect(rows[0]).toBe(
    "Time (Europe/Amsterdam);Time (UTC);ISP;Forecast (kW, production positive);Upward flexibility (kW);" +
      "Downward flexibility (kW);Actual (kW, production positive)",
  );
  expect(rows[1]).toBe("2026-06-10 00:00:00;2026-06-09 22:00:00;1;1000,5;2;0;-0,25");
  expect(rows).toHaveLength(97);
});

test("unmeasured values are empty", () => {
  const rows = rowsOf(csvOf(dayOf("2026-06-10T12:00Z"), CONNECTION, chartTexts("en")));
  expect(rows[2]).toMatch(/;2;1000,5;2;0;$/);
});

test("the day the clock goes back has 100 rows, and UTC distinguishes its two 02:00", () => {
  const rows = rowsOf(csvOf(dayOf("2026-10-25T12:00Z"), CONNECTION, chartTexts("nl")));
  expect(rows).toHaveLength(101);
  const twos = rows.filter((row) => row.startsWith("2026-10-25 02:00:00"));
  expect(twos.map((row) => row.split(";").slice(1, 3))).toEqual([
    ["2026-10-25 00:00:00", "9"],
    ["2026-10-25 01:00:00", "13"],
  ]);
  expect(rows.at(-1)).toContain(";100;");
});

test("the day the clock goes forward has 92 rows, none of them at 02:00", () => {
  const rows = rowsOf(csvOf(dayOf("2026-03-29T12:00Z"), CONNECTION, chartTexts("nl")));
  expect(rows).toHaveLength(93);
  expect(rows.filter((row) => row.startsWith("2026-03-29 02:"))).toEqual([]);
});

test("customers get forecast and measured values, devices only measured ones", () => {
  const day = dayOf("2026-06-10T12:00Z");
  const heading = (look: Partial<Parameters<typeof historyCsv>[1]>) =>
    rowsOf(csvOf(day, { ...CONNECTION, ...look }, chartTexts("nl")))[0]!
      .split(";")
      .slice(3);
  expect(heading({ plain: true })).toEqual([
    "Prognose (kW, productie positief)",
    "Gemeten (kW, productie positief)",
  ]);
  expect(heading({ subject: "BATTERY" })).toEqual(["Batterijen (kW, ontladen positief)"]);
  expect(heading({ subject: "BATTERY", isSimulated: true })).toEqual([
    "Batterijen (kW, ontladen positief), gesimuleerd",
  ]);
});

test("a control's intervals carry the times they actually cover", () => {
  const from = Date.parse("2026-06-10T12:07:00Z");
  const columns = [
    { heading: "Change", render: () => "", number: ({ delta }: { delta: number }) => delta },
    { heading: "In words only", render: () => "3 of 4" },
  ];
  const intervals = [{ from, to: from + 480_000, isp: 57, delta: -3.25 }];
  expect(rowsOf(effectCsv(intervals, columns, chartTexts("en")).slice(1))).toEqual([
    "From (Europe/Amsterdam);To (Europe/Amsterdam);From (UTC);To (UTC);ISP;Change (kW)",
    "2026-06-10 14:07:00;2026-06-10 14:15:00;2026-06-10 12:07:00;2026-06-10 12:15:00;57;-3,25",
  ]);
});
