import { expect, test } from "vitest";
import { averagePrices, getGateSentence, getNeeds } from "@/components/rules/advice-card.tsx";
import type { AdviceItem } from "@/lib/contract/advice.ts";

const interval = (
  market: AdviceItem["intervals"][number]["market"],
  eur_per_mwh: number,
  volume_kwh: number,
) => ({ market, eur_per_mwh, volume_kwh }) as AdviceItem["intervals"][number];

test("the prices of an advice are averaged in each market apart, weighted by energy", () => {
  const prices = averagePrices([
    interval("shortage", 80, 1),
    interval("surplus", -100, 3),
    interval("surplus", -20, 1),
  ]);
  expect(prices).toEqual([
    ["shortage", 80],
    ["surplus", -80],
  ]);
});

test("an advice that moves no energy has the average price", () => {
  expect(averagePrices([interval("day_ahead", -40, 0), interval("day_ahead", -20, 0)])).toEqual([
    ["day_ahead", -30],
  ]);
});

test("after gate closure advice says which imbalance price the position leads to, of one or of both", () => {
  const gateOf = (gate_closed: boolean, ...markets: Parameters<typeof interval>[0][]) =>
    getGateSentence({ gate_closed, intervals: markets.map((market) => interval(market, -50, 1)) });
  expect(gateOf(true, "surplus", "surplus")).toBe("surplus");
  expect(gateOf(true, "shortage")).toBe("shortage");
  expect(gateOf(true, "surplus", "shortage")).toBe("both");
  expect(gateOf(true, "surplus", "day_ahead")).toBe("partly");
  expect(gateOf(false, "day_ahead")).toBeNull();
});

test("advice says what has to be set up for it to act after gate closure", () => {
  expect(getNeeds([{ what: "position" }, { what: "shortage_price" }])).toEqual([
    "gate",
    "position",
    "imbalance",
  ]);
  expect(getNeeds([{ what: "surplus_price" }])).toEqual(["gate", "imbalance"]);
  expect(getNeeds([{ what: "terms" }, { what: "day_ahead_price" }])).toEqual([]);
});
