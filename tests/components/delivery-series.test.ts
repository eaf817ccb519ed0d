import { expect, describe, test } from "vitest";
import { describeEffect } from "@/components/controls/charts/control-chart.tsx";
import {
  deliveryCurves,
  describeDelivered,
  describeReporting,
  toDeliveredIntervals,
} from "@/components/controls/charts/delivery-series.ts";
import type { Colours } from "@/components/chart/use-colours.ts";
import type { DeliveredEffect } from "@/lib/contract/deliveries.ts";
import { chartTexts } from "./chart-texts.ts";

const en = chartTexts("en");
const nl = chartTexts("nl");
const effect = (
  from: string,
  to: string,
  planned: number,
  delivered?: number,
): DeliveredEffect => ({
  time_from: `2026-06-10T${from}:00Z`,
  time_to: `2026-06-10T${to}:00Z`,
  isp: 53,
  planned,
  locations: 14,
  reporting: delivered === undefined ? 0 : 12,
  ...(delivered === undefined ? {} : { before: 30, measured: 30 + delivered, delivered }),
});
const at = (time: string) => Date.parse(`2026-06-10T${time}Z`);
const colours = { curtailed: "rgb(1, 2, 3)", "production-mark": "rgb(4, 5, 6)" } as Colours;
const effects = [
  effect("11:15", "11:20", -12),
  effect("11:00", "11:15", -12, -10),
  effect("10:55", "11:00", -6, 0),
];

describe("planned and delivered power", () => {
  const intervals = toDeliveredIntervals(effects);

  test("is listed oldest first, and distinguishes unmeasured from 0", () => {
    expect(intervals.map(({ planned, delivered }) => [planned, delivered])).toEqual([
      [-6, 0],
      [-12, -10],
      [-12, null],
    ]);
  });

  test("has no line where nothing was measured", () => {
    const [planned, delivered] = deliveryCurves(intervals, colours, en.t);
    const end = Date.parse("2026-06-10T11:15:00Z");
    expect(delivered?.points.at(-1)).toEqual({ x: end, y: null });
    expect(planned?.points.at(-1)?.x).toBe(Date.parse("2026-06-10T11:20:00Z"));
  });

  test("shows how many locations reported once the quarter is over, and not before", () => {
    const [first, , last] = intervals;
    expect(describeReporting(first!, at("11:01:00"), en)).toBe("12 of 14");
    expect(describeReporting(last!, at("11:29:59"), en)).toBe("–");
    expect(describeReporting(last!, at("11:30:00"), en)).toBe("0 of 14");
  });

  test("sums the plan of measured quarter-hours only", () => {
    expect(describeDelivered(intervals, at("11:20:00"), en)).toBe(
      "2 of 3 quarter-hours measured: −2.50\u00a0kWh delivered of −3.50\u00a0kWh committed; " +
        "latest −10.0\u00a0kW of −12.0\u00a0kW.",
    );
    expect(describeDelivered(intervals, at("11:20:00"), nl)).toBe(
      "2 van 3 kwartieren gemeten: −2,50\u00a0kWh geleverd van −3,50\u00a0kWh toegezegd; " +
        "laatst −10,0\u00a0kW van −12,0\u00a0kW.",
    );
  });

  test("reports missing measurements only for quarter-hours that are over", () => {
    const unmeasured = intervals.slice(2);
    expect(describeDelivered(unmeasured, at("11:29:59"), en)).toBe(
      "−1.00\u00a0kWh committed in total; the first quarter-hour ends at 13:30.",
    );
    expect(describeDelivered(unmeasured, at("11:29:59"), nl)).toBe(
      "In totaal −1,00\u00a0kWh toegezegd; het eerste kwartier eindigt om 13:30.",
    );
    expect(describeDelivered(unmeasured, at("11:30:00"), en)).toBe("Nothing measured yet.");
    expect(describeDelivered([], at("11:30:00"), en)).toBe("Nothing measured yet.");
  });

  test("says that measurements cannot be compared where the service has nothing to compare them with", () => {
    const measured = toDeliveredIntervals([{ ...effects[2]!, delivered: undefined }]);
    expect(describeDelivered(measured, at("11:30:00"), en)).toBe(
      "Measured, but what locations would have done without this control was not recorded.",
    );
    expect(describeDelivered(measured, at("11:30:00"), nl)).toContain("is niet vastgelegd.");
  });
});

test("a plan is summarised by its total change and its steepest point", () => {
  const part = (from: string, to: string, isp: number, delta: number) => ({
    time_from: `2026-06-10T${from}:00Z`,
    time_to: `2026-06-10T${to}:00Z`,
    isp,
    before: 30,
    after: 30 + delta,
    delta,
  });
  const plan = [part("12:07", "12:15", 57, -30), part("12:15", "12:20", 58, -6)];
  expect(describeEffect(plan, en)).toBe(
    "Wed 10 Jun 2026, 14:07–14:20: planned net injection changes by −4.50\u00a0kWh in total, " +
      "most in ISP 57 · 14:07–14:15: −30.0\u00a0kW.",
  );
  expect(describeEffect(plan.slice(1), nl)).toBe(
    "In PTU 58 · 14:15–14:20 verandert de geplande netto-invoeding met −0,50\u00a0kWh, " +
      "gemiddeld −6,00\u00a0kW.",
  );
  expect(describeEffect([], en)).toBe("");
});
