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

const READ_ROWS = [
  "small-read",
  "small-read-groups",
  "small-read-customers",
  "small-read-locations",
  "small-read-devices",
  "zone-30-days",
];
/** Without the rows of setpoints, which need Mosquitto. */
const FLEET_ROWS = [
  "location-day-100",
  "zone-30-days-100",
  "location-30-days-100",
  "minute-quiet-100",
  "minute-100",
  "quarter-100",
  "memory-100",
  "preview-100-24h",
  "control-100-24h",
  "preview-100-1h",
  "control-100-1h",
  "delivery-100",
  "cancel-100",
  "read-during-control-100",
  "preview-preferences-100-24h",
  "preview-preferences-100-1h",
];
const SETPOINT_ROWS = ["first-setpoint-100", "dispatch-100"];

test("the bench measures a fleet of 100 locations, and reads beside their floors, also as JSON", async () => {
  const file = join(emptyFolder(), "rows.json");
  const only = "fleet,small-read,zone-30-days,wake-3-days,replay-60-60d";
  const { code, said } = await bench("--only", only, "--seconds", "1", "--json", file, "100");
  expect(said).toMatch(/^100 locations, 30 days each/m);
  for (const name of FLEET_ROWS)
    expect(said).toMatch(
      new RegExp(`^  ${name} .* [\\d.]+ (ms|s|[kM]?B)( +[\\d.]+ (ms|s) +[\\d.]+)?$`, "m"),
    );
  expect(said).toMatch(/^  small-read +GET .* req\/s +\d+ req\/s +\d\.\d\d$/m);
  expect(code).toBe(0);
  const rows = JSON.parse(readFileSync(file, "utf8")) as Record<string, unknown>[];
  const names = rows.map(({ name }) => String(name));
  expect(names.filter((name) => !SETPOINT_ROWS.includes(name))).toEqual([
    ...READ_ROWS,
    "wake-3-days",
    "replay-60-60d",
    ...FLEET_ROWS,
  ]);
  const isLeftOut = said.includes("LEFT OUT: setpoints to a broker");
  expect(names.includes("dispatch-100")).toBe(!isLeftOut);
  for (const { value, floor, ratio } of rows.slice(0, READ_ROWS.length + 2)) {
    expect(value).toBeGreaterThan(0);
    expect(floor).toBeGreaterThan(0);
    expect(ratio).toBeCloseTo(Number(value) / Number(floor), 9);
  }
}, 300_000);

test("the bench measures turns of several instances, and a fleet after three days away", async () => {
  const file = join(emptyFolder(), "rows.json");
  const { code, said } = await bench("--only", "instances-100,wake-3-days-100", "--json", file);
  expect(said).toMatch(/^  instances-100-quarter-4-busiest +CPU of the busiest, .* ms/m);
  expect(code).toBe(0);
  const rows = JSON.parse(readFileSync(file, "utf8")) as { name: string; value: number }[];
  const turns = [1, 2, 4].flatMap((count) =>
    ["minute", "quarter"].flatMap((turn) =>
      ["all", "busiest", "postgres"].map((of) => `instances-100-${turn}-${count}-${of}`),
    ),
  );
  expect(rows.map(({ name }) => name)).toEqual([
    ...turns,
    "wake-3-days-100",
    "wake-answer-100",
    "wake-slowest-100",
  ]);
  const isMeasured = ({ name, value }: { name: string; value: number }) =>
    value > 0 || (value === 0 && name.endsWith("postgres"));
  expect(rows.filter((row) => !isMeasured(row))).toEqual([]);
}, 300_000);

test("the bench refuses a row that it does not know", async () => {
  const { code, said } = await bench("--only", "everything");
  expect(said).toContain("There is no row everything.");
  expect(code).toBe(1);
});
