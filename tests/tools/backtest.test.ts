import { execFile, spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, onTestFinished, test } from "vitest";
import { takeLock } from "../../runtime/process/lock.mjs";
import { emptyFolder } from "./temporary-folder.ts";

const RUN = fileURLToPath(new URL("../../runtime/run.mjs", import.meta.url));
const SERIES = fileURLToPath(new URL("../../service/gateway/simulator/series", import.meta.url));

function run(args: string[], from = SERIES) {
  const env = { ...process.env, INIT_CWD: from };
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [RUN, "tools/backtest.ts", ...args],
    { encoding: "utf8", env },
  );
  return { status, said: stdout, complained: stderr };
}

test("files given by relative path are scored, in one table with their mean", () => {
  const { status, said, complained } = run(["hfdp.csv", "owd.csv"]);
  expect(status).toBe(0);
  expect(said).toMatch(/hfdp\.csv solar_mw +15 min +3706 +\d+\.\d %/);
  expect(said).toMatch(/mean +15 min +7412/);
  expect(said).toContain("flipped");
  expect(complained).toContain("Not scored: owd.csv: Column substation_mw: both signs occur");
});

test("the result can be printed as JSON", () => {
  const { said } = run(["owd.csv", "--column", "solar_mw", "--json"]);
  const { series, problems } = JSON.parse(said);
  expect(problems).toEqual([]);
  expect(series).toHaveLength(1);
  expect(series[0]).toMatchObject({ file: "owd.csv", column: "solar_mw", kind: "pv" });
  expect(series[0].scores.map(({ lead }: { lead: number }) => lead)).toEqual([1, 4, 16, 96]);
});

test("the JSON stands alone while another process prepares the folder", async () => {
  const release = takeLock(join(dirname(RUN), "..", ".data", "prepare.lock"));
  onTestFinished(() => release?.());
  const args = [RUN, "tools/backtest.ts", "owd.csv", "--column", "solar_mw", "--json"];
  const options = { env: { ...process.env, INIT_CWD: SERIES } };
  const { stdout } = await promisify(execFile)(process.execPath, args, options);
  expect(JSON.parse(stdout).series).toHaveLength(1);
});

test("a reliability diagram can be drawn", () => {
  const file = join(emptyFolder(), "reliability.svg");
  const { said, status } = run(["owd.csv", "--column", "solar_mw", "--json", "--diagram", file]);
  expect(status).toBe(0);
  const [{ scores }] = JSON.parse(said).series;
  const drawing = readFileSync(file, "utf8");
  expect(drawing.match(/<title>/g)).toHaveLength(12);
  const below = (100 * scores[3].belowMedian).toFixed(1);
  expect(drawing).toContain(`<title>owd.csv solar_mw, 24 h: ${below} % below p50</title>`);
});

test("with a weather column the solar forecast is scored with it, and its lead time is said to be unknown", () => {
  const folder = emptyFolder();
  const start = Date.parse("2026-05-01T00:00:00Z");
  const rows = Array.from({ length: 21 * 96 }, (_, i) => {
    const ms = start + i * 900_000;
    const sun = Math.max(0, Math.cos(((((ms / 3_600_000) % 24) - 11.7) / 12) * Math.PI));
    const sky = 0.55 + 0.3 * Math.sin(ms / 2.9e7) + 0.15 * Math.sin(ms / 5.3e6);
    return `${new Date(ms).toISOString()},${(sun * sky * 5).toFixed(3)},${(sun * sky * 800).toFixed(1)}`;
  });
  writeFileSync(join(folder, "roof.csv"), `time,solar_kw,irradiance\n${rows.join("\n")}\n`);
  const scored = (args: string[]) => {
    const { said } = run(["roof.csv", "--column", "solar_kw", "--json", ...args], folder);
    const [{ scores, notes }] = JSON.parse(said).series;
    return { dayAhead: scores[3], notes: notes.join("; ") };
  };
  const [free, weather] = [scored([]), scored(["--weather", "irradiance"])];
  expect(weather.dayAhead.nMae).toBeLessThan(0.5 * free.dayAhead.nMae);
  expect(weather.dayAhead.coverage).toBeGreaterThan(0.6);
  expect(weather.notes).toContain("how long before each interval it was issued is not known");
  const { complained } = run(["roof.csv", "--column", "solar_kw", "--weather", "rain"], folder);
  expect(complained).toContain('There is no column "rain"');
});

test("a file that cannot be scored is named, and the others are still scored", () => {
  const folder = emptyFolder();
  writeFileSync(join(folder, "words.csv"), "a,b\nx,y\nz,w\n");
  const { status, said, complained } = run(
    ["words.csv", "gone.csv", join(SERIES, "hfdp.csv")],
    folder,
  );
  expect(status).toBe(1);
  expect(said).toMatch(/hfdp\.csv solar_mw/);
  expect(complained).toContain("gone.csv: there is no such file.");
  expect(complained).toMatch(/words\.csv: No row of this file .* Line 2 reads "x,y"/);
});

test.each([
  [[], /^npm run backtest -- FILE…/],
  [["hfdp.csv", "--kind", "wind"], /--kind takes pv, load, auto; "wind" is none of them/],
  [["hfdp.csv", "--latitude", "north"], /--latitude takes a number from -90 to 90; "north" is not/],
  [["hfdp.csv", "--unit", "PS"], /--unit takes kWh, MWh, Wh, kW, MW, W; "PS" is none of them/],
  [["hfdp.csv", "--zone", "Amsterdam"], /--zone takes a time zone such as Europe\/Amsterdam/],
  [["hfdp.csv", "--colour", "red"], /Unknown option '--colour'/],
])("%j is answered with the correct usage", (args, sentence) => {
  const { status, complained } = run(args);
  expect(status).toBe(1);
  expect(complained).toMatch(sentence);
});
