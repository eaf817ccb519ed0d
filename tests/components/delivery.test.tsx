import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, test } from "vitest";
import {
  describeDelivered,
  reportingInWords,
  toDeliveredIntervals,
} from "@/components/charts/delivered.ts";
import { deliveryCurves } from "@/components/charts/curve.ts";
import type { Colours } from "@/components/charts/use-colours.ts";
import { isUnsettled } from "@/components/deliveries/deliveries.tsx";
import { DeviceOutcomesList } from "@/components/deliveries/device-outcomes.tsx";
import { outcomesInWords, shownOutcomes } from "@/components/deliveries/outcomes.ts";
import type { DeliveredEffect, DeviceOutcomes } from "@/lib/contract/deliveries.ts";

const effect = (
  from: string,
  to: string,
  promised: number,
  delivered?: number,
): DeliveredEffect => ({
  time_from: `2026-06-10T${from}:00Z`,
  time_to: `2026-06-10T${to}:00Z`,
  isp: 53,
  promised,
  locations: 14,
  reporting: delivered === undefined ? 0 : 12,
  ...(delivered === undefined ? {} : { before: 30, measured: 30 + delivered, delivered }),
});
const colours = { curtailed: "rgb(1, 2, 3)", "production-mark": "rgb(4, 5, 6)" } as Colours;
const effects = [
  effect("11:15", "11:20", -12),
  effect("11:00", "11:15", -12, -10),
  effect("10:55", "11:00", -6, 0),
];

describe("promised beside delivered", () => {
  const intervals = toDeliveredIntervals(effects);

  test("comes oldest first, and keeps what was not measured apart from 0", () => {
    expect(intervals.map(({ promised, delivered }) => [promised, delivered])).toEqual([
      [-6, 0],
      [-12, -10],
      [-12, null],
    ]);
  });

  test("draws no line where nothing was measured", () => {
    const [promised, delivered] = deliveryCurves(intervals, colours);
    const end = Date.parse("2026-06-10T11:15:00Z");
    expect(delivered?.points.at(-1)).toEqual({ x: end, y: null });
    expect(promised?.points.at(-1)?.x).toBe(Date.parse("2026-06-10T11:20:00Z"));
  });

  test("says how many reported once the quarter is over, and not that nobody did before", () => {
    const [first, , last] = intervals;
    const at = (time: string) => Date.parse(`2026-06-10T${time}Z`);
    expect(reportingInWords(first!, at("11:01:00"))).toBe("12 of 14");
    expect(reportingInWords(last!, at("11:29:59"))).toBe("–");
    expect(reportingInWords(last!, at("11:30:00"))).toBe("0 of 14");
  });

  test("counts in words only the promise of what was measured", () => {
    expect(describeDelivered(intervals)).toBe(
      "2 of 3 intervals measured: −2.50\u00a0kWh delivered of −3.50\u00a0kWh promised; " +
        "last −10.0\u00a0kW of −12.0\u00a0kW.",
    );
    expect(describeDelivered(intervals.slice(2))).toBe("Nothing was measured yet.");
  });
});

const none: DeviceOutcomes = {
  told: 0,
  pending: 0,
  executed: 0,
  failed: 0,
  unsupported: 0,
  unknown: 0,
  not_told: 0,
};

describe("what became of telling devices", () => {
  const text = (devices: DeviceOutcomes) =>
    renderToStaticMarkup(<DeviceOutcomesList devices={devices} />).replace(/<[^>]*>/g, " ");

  test("never says executed: it says what the devices said, or that nothing is known", () => {
    const words = text({ ...none, told: 9, executed: 5, unknown: 3, failed: 1 });
    expect(words).toMatch(/9 devices addressed/);
    expect(words).toMatch(/Said that they follow\s+5\s/);
    expect(words).toMatch(/No answer in time\s+3\s+told; whether they follow is not known/);
    expect(words).toMatch(/Failed\s+1\s/);
    expect(words).not.toMatch(/executed|curtailed/i);
  });

  test("shows the rare outcomes only where there are some", () => {
    expect(shownOutcomes(none)).toEqual(["executed", "pending", "unknown", "failed"]);
    expect(shownOutcomes({ ...none, not_told: 1 })).toContain("not_told");
  });

  test("is told of one location in a few words", () => {
    expect(outcomesInWords({ ...none, told: 3, executed: 2, pending: 1 })).toBe(
      "2 said to follow, 1 no answer yet",
    );
    expect(outcomesInWords(none)).toBe("");
  });
});

test("a delivery is read again from the start until 20 minutes after the end", () => {
  const control = {
    time_from: "2026-06-10T11:00:00Z",
    time_to: "2026-06-10T12:00:00Z",
    effective_to: "2026-06-10T11:30:00Z",
    cancelled_at: "2026-06-10T11:29:10Z",
  };
  const isLive = (time: string) => isUnsettled(control, Date.parse(`2026-06-10T${time}Z`));
  expect(["10:59:59", "11:00:00", "11:49:59", "11:50:00"].map(isLive)).toEqual([
    false,
    true,
    true,
    false,
  ]);
});
