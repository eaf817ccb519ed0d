import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it } from "vitest";
import { effectCsv } from "@/components/controls/charts/control-effect-csv.ts";
import {
  createColumns,
  describeRebound,
  effectCurves,
  toPlanIntervals,
} from "@/components/controls/charts/control-chart.tsx";
import { ReboundMetric } from "@/components/controls/detail/control-result.tsx";
import { Restatements } from "@/components/controls/detail/plan-history.tsx";
import { Rebound } from "@/components/controls/issue/preview-figures.tsx";
import { reboundVisibleUntil, reboundUntil } from "@/components/controls/rebound.ts";
import type { Colours } from "@/components/chart/use-colours.ts";
import type { ControlEffect, ControlRestatement, ControlShift } from "@/lib/contract/controls.ts";
import type { Locale } from "@/lib/i18n/locales.ts";
import { chartTexts } from "./chart-texts.ts";
import { inLanguage } from "./in-language.tsx";

const at = (time: string) => `2026-06-10T${time}:00Z`;
const shift = (from: string, to: string, delta: number): ControlShift => ({
  time_from: at(from),
  time_to: at(to),
  isp: 65,
  delta,
});
const effect: ControlEffect = { ...shift("13:45", "14:00", -8), before: 5, after: -3 };
/** After 16:00 in Amsterdam. */
const rebound = [
  shift("14:00", "14:15", 0.1),
  shift("14:15", "14:30", 4),
  shift("14:30", "14:45", 3),
  shift("14:45", "15:00", 0.01),
];

const words = (view: React.ReactElement, locale: Locale = "en") =>
  renderToStaticMarkup(inLanguage(locale, view))
    .replace(/<[^>]*>/g, " ")
    .replace(/[\s\u00a0]+/g, " ")
    .trim();

describe("the end of a rebound", () => {
  it("leaves the tail out", () => {
    expect(reboundUntil(rebound)).toBe(Date.parse(at("14:45")));
  });
  it("counts changes up and down", () => {
    const shifts = [shift("14:00", "14:15", 4), shift("14:15", "14:30", -4)];
    expect(reboundUntil(shifts)).toBe(Date.parse(at("14:30")));
  });
  it("is not known without a rebound", () => {
    expect([reboundUntil([]), reboundUntil([shift("14:00", "14:15", 0)])]).toEqual([null, null]);
  });
});

describe("the chart of a control", () => {
  it("ends with the last change after the window that is seen beside the change in it", () => {
    expect(reboundVisibleUntil([effect], rebound)).toBe(Date.parse(at("14:45")));
    const flat = [
      shift("14:00", "15:00", 0.1),
      shift("15:00", "16:00", 0.1),
      shift("16:00", "17:00", 0.1),
    ];
    expect(reboundVisibleUntil([effect], flat)).toBe(Date.parse(at("14:00")));
    expect(reboundVisibleUntil([effect], [shift("14:00", "14:15", 2), ...flat.slice(1)])).toBe(
      Date.parse(at("14:15")),
    );
  });

  it("ends with the window where there is no rebound", () => {
    expect(reboundVisibleUntil([effect], [])).toBeUndefined();
  });
});

describe("the preview", () => {
  const sentence = (shifts: ControlShift[], locale?: Locale) =>
    words(<Rebound timeTo={at("14:00")} rebound={shifts} />, locale);
  const reversed = rebound.map((one) => ({ ...one, delta: -one.delta }));

  it("shows what batteries give back and until when", () => {
    expect(sentence(rebound)).toBe(
      "After 16:00: batteries give back 1.78 kWh, most of it by 16:45.",
    );
    expect(sentence(rebound, "nl")).toBe(
      "Na 16:00: batterijen geven 1,78 kWh terug, het meeste vóór 16:45.",
    );
  });
  it("shows what batteries take back", () => {
    expect(sentence(reversed)).toContain("batteries take back 1.78 kWh, most");
    expect(sentence(reversed, "nl")).toContain("batterijen nemen 1,78 kWh terug");
  });
  it("names the day of an end on another one", () => {
    const late = { ...shift("14:00", "14:15", 4), time_to: "2026-06-11T06:15:00Z" };
    expect(sentence([late])).toContain("by Thu 11 Jun, 08:15.");
  });
  it("shows nothing of batteries where only devices return to normal, or nothing changes", () => {
    expect([sentence([shift("14:00", "14:15", 3)]), sentence([])]).toEqual(["", ""]);
  });
});

describe("the page of a control", () => {
  const figure = (shifts: ControlShift[] | undefined, locale?: Locale) =>
    words(<ReboundMetric control={{ rebound: shifts, time_to: at("14:00") }} />, locale);

  it("has the energy of the rebound and its end", () => {
    expect(figure(rebound)).toBe("Rebound +1.78 kWh after the window, most of it by 16:45");
    expect(figure(rebound, "nl")).toBe("Na-effect +1,78 kWh na afloop, het meeste vóór 16:45");
    expect(figure([])).toBe("Rebound 0.00 kWh no change after the window");
  });
  it("has no rebound where the service does not say", () => {
    expect(figure(undefined)).toBe("");
  });

  const restatement: ControlRestatement = {
    time: at("12:05"),
    control_id: "ctrl_2",
    type: "MAX_CONSUMPTION",
    cancelled: false,
    results: [shift("13:45", "14:00", -548)],
  };

  it("lists restatements with time and a link to the cause", () => {
    const view = <Restatements restatements={[restatement]} />;
    expect(words(view)).toMatch(
      /Changed by Maximum consumption , issued Wed 10 Jun 2026, 14:05: −137\.0 kWh$/,
    );
    expect(renderToStaticMarkup(inLanguage("en", view))).toContain('href="/controls/ctrl_2"');
    expect(words(view, "nl")).toMatch(/, gegeven wo 10 jun 2026, 14:05: −137,0 kWh$/);
  });
  it("distinguishes a cancellation, and does not link to what may not be read", () => {
    const view = (
      <Restatements restatements={[{ ...restatement, cancelled: true, control_id: null }]} />
    );
    expect(words(view)).toContain("Changed by cancelling Maximum consumption, Wed 10 Jun");
    expect(renderToStaticMarkup(inLanguage("en", view))).not.toContain("href");
  });
  it("has no list without restatements", () => {
    expect(words(<Restatements restatements={[]} />)).toBe("");
  });
});

describe("the chart of a control", () => {
  const texts = chartTexts("en");
  const intervals = toPlanIntervals([effect], rebound);
  const colours = { consumption: "rgb(1, 2, 3)", curtailed: "rgb(4, 5, 6)" } as Colours;

  it("draws the rebound as a line of its own after the window", () => {
    const [before, , after] = effectCurves(intervals, colours, texts.t);
    expect(before!.points.at(-1)).toEqual({ x: Date.parse(at("14:00")), y: null });
    expect(after!.points.at(0)).toEqual({ x: Date.parse(at("14:00")), y: 0.1 });
    expect(after!.dash).not.toEqual(before!.dash);
    expect(effectCurves(toPlanIntervals([effect], []), colours, texts.t)).toHaveLength(2);
  });
  it("shows it in words", () => {
    expect(describeRebound(rebound, texts)).toMatch(
      /^Rebound after the window: \+1\.78.kWh, most of it by Wed 10 Jun 2026, 16:45\.$/,
    );
    expect(describeRebound([], texts)).toBe("");
  });
  it("has it in the table and the file, tail included", () => {
    const csv = effectCsv(intervals, createColumns(true, texts), texts).trim().split(/\r?\n/);
    expect(csv).toHaveLength(1 + 1 + rebound.length);
    expect(csv[0]).toContain("Rebound");
    expect(csv[1]).toMatch(/5;-3;-8;$/);
    expect(csv.at(-1)).toMatch(/;;;0,01$/);
    expect(createColumns(false, texts).map(({ heading }) => heading)).not.toContain("Rebound");
  });
});
