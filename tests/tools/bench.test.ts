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
const FLEET_ROWS = [
  "location-day",
  "zone-30-days",
  "location-30-days",
  "preview-1h",
  "preview-24h",
  "control-24h",
  "control-1h",
  "delivery",
  "cancel",
  "quarter",
  "minute-quiet",
  "minute",
];

test("the bench measures a fleet of 100 locations, and reads beside their floors, also as JSON", async () => {
  const file = join(emptyFolder(), "rows.json");
  const only = "fleet,small-read,zone-30-days";
  const { code, said } = await bench("--only", only, "--seconds", "1", "--json", file, "100");
  expect(said).toMatch(/^100 locations, 30 days each/m);
  for (const name of FLEET_ROWS)
    expect(said).toMatch(new RegExp(`^  ${name}-100 .* [\\d.]+ (ms|s|B|kB)$`, "m"));
  expect(said).toMatch(/^  small-read +GET .* req\/s +\d+ req\/s +\d\.\d\d$/m);
  expect(code).toBe(0);
  const rows = JSON.parse(readFileSync(file, "utf8")) as Record<string, unknown>[];
  expect(rows.map(({ name }) => name)).toEqual([
    ...READ_ROWS,
    ...FLEET_ROWS.map((name) => `${name}-100`),
  ]);
  for (const { value, floor, ratio } of rows.slice(0, READ_ROWS.length)) {
    expect(value).toBeGreaterThan(0);
    expect(floor).toBeGreaterThan(0);
    expect(ratio).toBeCloseTo(Number(value) / Number(floor), 9);
  }
}, 300_000);

test("the bench refuses a row that it does not know", async () => {
  const { code, said } = await bench("--only", "everything");
  expect(said).toContain("There is no row everything.");
  expect(code).toBe(1);
});
