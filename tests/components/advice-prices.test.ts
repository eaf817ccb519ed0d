import { expect, test } from "vitest";
import { averagePrices } from "@/components/rules/advice-card.tsx";
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
