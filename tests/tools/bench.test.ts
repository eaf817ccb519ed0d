import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { emptyFolder } from "./temporary-folder.ts";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));

async function bench(...args: string[]) {
  const child = spawn(process.execPath, ["runtime/run.mjs", "tools/bench.ts", ...args], {
    cwd: ROOT,
    stdio: ["ignore", "pipe", "pipe"],
  });
  let said = "";
  child.stdout.on("data", (chunk: Buffer) => (said += chunk.toString()));
  child.stderr.on("data", (chunk: Buffer) => (said += chunk.toString()));
  const [code] = (await once(child, "close")) as [number | null];
  return { code, said };
}

interface Row {
  name: string;
  value: number;
  floor?: number;
  ratio?: number;
}

const BESIDE_FLOORS = [
  "small-read",
  "small-read-groups",
  "small-read-customers",
  "small-read-locations",
  "small-read-devices",
  "zone-30-days",
  "wake-3-days",
  "replay-60-60d",
];
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
/** Without the rows of setpoints, which need Mosquitto. */
const FLEET_ROWS = [
  "location-day-100",
  "zone-30-days-100",
  "location-30-days-100",
  "minute-quiet-100",
  "minute-100",
  "quarter-100",
  "reads-during-minute-100",
  "reads-during-turn-100",
  "memory-100",
  "preview-100-24h",
  "control-100-24h",
  "preview-100-1h",
  "control-100-1h",
  "delivery-100",
  "cancel-100",
  "reads-during-control-100",
  "read-during-control-100",
  "preview-preferences-100-24h",
  "preview-preferences-100-1h",
];
const SETPOINT_ROWS = ["first-setpoint-100", "dispatch-100"];

test("the bench measures reads, turns, controls, instances and starts of 100 locations beside their floors, also as JSON", async () => {
  const file = join(emptyFolder(), "rows.json");
  const only =
    "fleet,small-read,zone-30-days,wake-3-days,replay-60-60d,instances-100,wake-3-days-100";
  const { code, said } = await bench("--only", only, "--seconds", "1", "--json", file, "100");
  expect(said).toMatch(/^100 locations, 30 days each/m);
  for (const name of FLEET_ROWS)
    expect(said).toMatch(
      new RegExp(`^  ${name} .* [\\d.]+ (ms|s|[kM]?B)( +[\\d.]+ (ms|s) +[\\d.]+)?$`, "m"),
    );
  expect(said).toMatch(/^  small-read +GET .* req\/s +\d+ req\/s +\d\.\d\d$/m);
  expect(said).toMatch(/^  instances-100-quarter-4-busiest +CPU of the busiest, .* ms/m);
  expect(code).toBe(0);
  const rows = JSON.parse(readFileSync(file, "utf8")) as Row[];
  const names = rows.map(({ name }) => name);
  const sorted = [...BESIDE_FLOORS, ...INSTANCE_ROWS, ...FLEET_ROWS].sort();
  expect(names.filter((name) => !SETPOINT_ROWS.includes(name)).sort()).toEqual(sorted);
  const isLeftOut = said.includes("LEFT OUT: setpoints to a broker");
  expect(names.includes("dispatch-100")).toBe(!isLeftOut);
  for (const { value, floor, ratio } of rows.filter(({ name }) => BESIDE_FLOORS.includes(name))) {
    expect(floor).toBeGreaterThan(0);
    expect(ratio).toBeCloseTo(value / floor!, 9);
  }
  const isMeasured = ({ name, value }: Row) =>
    value > 0 || (value === 0 && name.endsWith("postgres"));
  expect(rows.filter((row) => !isMeasured(row))).toEqual([]);
}, 600_000);

test("the bench refuses a row that it does not know", async () => {
  const { code, said } = await bench("--only", "everything");
  expect(said).toContain("There is no row everything.");
  expect(code).toBe(1);
});
