import { expect, test } from "vitest";
import { benchRows, expectFloors, expectMeasured } from "./run-bench.ts";

const BESIDE_FLOORS = ["wake-3-days", "replay-60-60d"];
const INSTANCE_ROWS = [
  ...[1, 2, 4].flatMap((count) =>
    ["minute", "quarter"].flatMap((turn) =>
      ["all", "busiest", "postgres"].map((of) => `instances-100-${turn}-${count}-${of}`),
    ),
  ),
  "wake-3-days-100",
  "wake-answer-100",
  "wake-slowest-100",
];

test("the bench measures instances, replays and starts after days of 100 locations, also as JSON", async () => {
  const { said, rows } = await benchRows("wake-3-days,replay-60-60d,instances-100,wake-3-days-100");
  expect(said).toMatch(/^  instances-100-quarter-4-busiest +CPU of the busiest, .* ms/m);
  const names = rows.map(({ name }) => name);
  expect(names.sort()).toEqual([...BESIDE_FLOORS, ...INSTANCE_ROWS].sort());
  expectFloors(rows, BESIDE_FLOORS);
  expectMeasured(rows);
}, 600_000);
