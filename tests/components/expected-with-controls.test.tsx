import { renderToStaticMarkup } from "react-dom/server";
import { SWRConfig } from "swr";
import { expect, test } from "vitest";
import { buildOperationUrl } from "@/components/api/routes.ts";
import { areaCall } from "@/components/api/use-operation.ts";
import { useChartLabels } from "@/components/chart/use-chart-labels.ts";
import { useHistory } from "@/components/power-history/use-history.ts";
import { QUARTER_MS, startOfDay } from "@/lib/time/amsterdam.ts";
import type { Interval } from "@/components/chart/series.ts";
import type { Colours } from "@/components/chart/use-colours.ts";
import { historyCsv } from "@/components/power-history/history-csv.ts";
import { historyCurves } from "@/components/power-history/history-curves.ts";
import { toReadings } from "@/components/power-history/history-readings.ts";
import { compareWithExpected } from "@/components/status/power-metrics.tsx";
import { createFormats } from "@/lib/i18n/format.ts";
import { chartTexts } from "./chart-texts.ts";
import { createTranslatorFor, inLanguage } from "./in-language.tsx";

const START = Date.parse("2026-06-10T10:00Z");
const free: Interval = {
  from: START,
  to: START + QUARTER_MS,
  forecast: 40,
  upward: 1,
  downward: 3,
  actual: 38,
};
const controlled: Interval = {
  ...free,
  from: free.to,
  to: free.to + QUARTER_MS,
  actual: -50,
  withControls: -55,
};
const colours = { forecast: "rgb(1, 2, 3)", up: "rgb(4, 5, 6)", down: "rgb(7, 8, 9)" } as Colours;
const look = { subject: "CONNECTION", plain: false, live: null } as const;
const rows = { band: false, coverage: false, reported: false, withControls: true };

test("the curve with controls is drawn where controls change the forecast, and only there", () => {
  const { t } = chartTexts("en");
  const curves = historyCurves([free, controlled], colours, look, t);
  const curve = curves.find(({ label }) => label === "Expected with controls")!;
  expect(curve.points).toEqual([
    { x: controlled.from, y: -55 },
    { x: controlled.to, y: -55 },
    { x: controlled.to, y: null },
  ]);
  const without = historyCurves([free], colours, look, t).map(({ label }) => label);
  expect(without).not.toContain("Expected with controls");
});

test("the running quarter-hour is a line from its start to the minute measured last", () => {
  const at = controlled.to + QUARTER_MS / 3;
  const { t } = chartTexts("en");
  const curves = historyCurves([free, controlled], colours, { ...look, live: { at, kw: 12 } }, t);
  const running = curves.filter(({ label }) => label === t("curves.now"));
  expect(running.map(({ points }) => points)).toEqual([
    [
      { x: controlled.to, y: 12 },
      { x: at, y: 12 },
    ],
    [{ x: at, y: 12 }],
  ]);
});

test("the legend has its value, in both languages, and a swatch that never changes colour", () => {
  const readings = (interval: Interval, language: "en" | "nl") =>
    toReadings(interval, { ...look, windows: [], cachedFrom: 0, rows }, chartTexts(language));
  const valueOf = (interval: Interval, language: "en" | "nl", name: string) =>
    readings(interval, language).find(({ label }) => label === name)?.value;
  expect(valueOf(controlled, "en", "Expected with controls")).toBe("−55.0\u00a0kW");
  expect(valueOf(free, "nl", "Verwacht met sturing")).toBe("40,0\u00a0kW");
  const swatches = [free, controlled].map((one) => readings(one, "en")[0]!.swatch);
  expect(swatches[0]).toBe(swatches[1]);
});

const zone = { kind: "bidding-zone", id: "NL" } as const;
const today = { from: startOfDay(START), to: startOfDay(START, 1) };

/** The legend of a quarter-hour of today. */
function Legend() {
  const labels = useChartLabels();
  const source = { area: zone, subject: "CONNECTION", withForecast: true } as const;
  const history = useHistory(
    { ...source, withCoverage: false, withChanges: true },
    today,
    START + QUARTER_MS / 2,
  );
  const interval = history.intervals.find(({ from }) => from === START);
  const context = { ...look, windows: [], cachedFrom: 0, rows: history.rows };
  return toReadings(interval, context, labels).map(({ label, value }) => `${label}=${value};`);
}

test("what is expected with controls is unknown until their changes are read", () => {
  const [start, end] = [today.from, today.to].map((ms) => new Date(ms).toISOString());
  const urlOf = (series: "history" | "forecast" | "changes", query: object) => {
    const { operation, params, query: filled } = areaCall(zone, series, query);
    return buildOperationUrl(operation, params, filled).url;
  };
  const fetched = (data: unknown) => ({ data, total: null, at: START });
  const history = urlOf("history", { start, end });
  const time = new Date(START).toISOString();
  const read = {
    [`chunks ${history}`]: fetched({ source: history.split("?")[0], list: [] }),
    [urlOf("forecast", { end })]: fetched({ data: [{ time, forecast: 120 }] }),
  };
  const legend = (fallback: object) =>
    renderToStaticMarkup(
      inLanguage(
        "en",
        <SWRConfig value={{ fallback }}>
          <Legend />
        </SWRConfig>,
      ),
    ).replaceAll("\u00a0", " ");
  expect(legend(read)).toContain("Expected with controls=–;");
  const withChanges = (data: object[]) => ({
    ...read,
    [urlOf("changes", { start, end })]: fetched({ data }),
  });
  expect(legend(withChanges([]))).toContain("Expected with controls=120.0 kW;");
  expect(legend(withChanges([{ time, change: -20 }]))).toContain(
    "Expected with controls=100.0 kW;",
  );
});

test("nothing is drawn or listed as expected with controls where that is unknown", () => {
  const { t, f } = chartTexts("en");
  const unknown = [free, controlled].map((each) => ({ ...each, withControls: null }));
  const labels = historyCurves(unknown, colours, look, t).map(({ label }) => label);
  expect(labels).not.toContain("Expected with controls");
  const options = { subject: "CONNECTION", plain: false, isSimulated: false } as const;
  expect([...historyCsv(unknown, options, { t, f })][0]).not.toContain("with controls");
  expect([...historyCsv([controlled], options, { t, f })][0]).toContain("with controls");
});

test("a live figure compares with what is expected with controls", () => {
  const compare = (planned_change: number | null | undefined, locale: "en" | "nl" = "en") =>
    compareWithExpected(
      { actual: -50, forecast: 40, planned_change, upward: 0, downward: 0 },
      createTranslatorFor(locale, "status.power" as never),
      createFormats(locale),
    );
  expect(compare(-95)).toBe("expected with controls −55.0 (+5.00); without 40.0");
  expect(compare(-95, "nl")).toBe("verwacht met sturing −55,0 (+5,00); zonder 40,0");
  expect(compare(0)).toBe("forecast 40.0 (−90.0)");
  expect(compare(undefined)).toBe("forecast 40.0 (−90.0)");
});
