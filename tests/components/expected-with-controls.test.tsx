import { expect, test } from "vitest";
import { QUARTER_MS } from "@/lib/time/amsterdam.ts";
import type { Interval } from "@/components/chart/series.ts";
import type { Colours } from "@/components/chart/use-colours.ts";
import { historyCurves } from "@/components/power-history/history-curves.ts";
import { toReadings } from "@/components/power-history/history-readings.ts";
import { compareWithExpected } from "@/components/status/power-metrics.tsx";
import { createFormats } from "@/lib/i18n/format.ts";
import { chartTexts } from "./chart-texts.ts";
import { createTranslatorFor } from "./in-language.tsx";

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
