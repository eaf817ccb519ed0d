import { expect, test } from "vitest";
import { bench, benchRows, expectFloors, expectMeasured } from "./run-bench.ts";

const BESIDE_FLOORS = [
  "small-read",
  "small-read-groups",
  "small-read-customers",
  "small-read-locations",
  "small-read-devices",
  "small-read-device",
  "small-read-pages-controls",
  "small-read-pages-groups",
  "small-read-pages-customers",
  "small-read-pages-locations",
  "small-read-pages-devices",
  "zone-30-days",
];
/** Without the rows over a broker, which need Mosquitto. */
const FLEET_ROWS = [
  "location-day-100",
  "zone-30-days-100",
  "location-30-days-100",
  "minute-quiet-100",
  "minute-100",
  "quarter-100",
  "reads-during-minute-100",
  "reads-during-turn-100",
  "previews-during-turn-100",
  "memory-100",
  "preview-100-24h",
  "control-100-24h",
  "preview-100-1h",
  "control-100-1h",
  "delivery-100",
  "cancel-100",
  "reads-during-control-100",
  "preview-preferences-100-24h",
  "preview-preferences-100-1h",
];
const BROKER_ROWS = ["first-setpoint-100", "dispatch-100", "intake-100", "intake-control-100"];

test("the bench measures reads, turns and controls of 100 locations beside their floors, also as JSON", async () => {
  const { said, rows } = await benchRows("fleet,small-read,small-read-pages,zone-30-days");
  expect(said).toMatch(/^100 locations, 30 days each/m);
  for (const name of FLEET_ROWS)
    expect(said).toMatch(
      new RegExp(`^  ${name} .* [\\d.]+ (ms|s|[kM]?B)( +[\\d.]+ (ms|s) +[\\d.]+)?$`, "m"),
    );
  expect(said).toMatch(/^  small-read +GET .* req\/s +\d+ req\/s +\d\.\d\d$/m);
  const names = rows.map(({ name }) => name);
  const sorted = [...BESIDE_FLOORS, ...FLEET_ROWS].sort();
  expect(names.filter((name) => !BROKER_ROWS.includes(name)).sort()).toEqual(sorted);
  const isLeftOut = said.includes("LEFT OUT: setpoints and reports over a broker");
  expect(names.includes("dispatch-100")).toBe(!isLeftOut);
  expectFloors(rows, BESIDE_FLOORS);
  expectMeasured(rows);
}, 600_000);

test.each(["everything", "control-100", "quarter-100-1h", "minute-99"])(
  "the bench refuses the row %s, which it does not have",
  async (name) => {
    const { code, said } = await bench("--only", name);
    expect(said).toContain(`There is no row ${name}.`);
    expect(code).toBe(1);
  },
);
