import { expect, it } from "vitest";
import { MINUTE_MS, QUARTER_MS } from "../../lib/time/amsterdam.ts";
import { iso, createLines, read, sunKw } from "./backtest-files.ts";

const two = (header: string) =>
  createLines(header, (ms) => `${iso(ms)},${sunKw(ms)},${1 + ((ms / QUARTER_MS) % 17)}`);

it.each([
  ["a file without rows", ["time,kw"], /No row of this file holds .* Line 1 reads "time,kw"/],
  ["one column", ["kw", "1", "2"], /No row of this file .* Line 2 reads "1"/],
  [
    "no moments",
    ["a,b", ...Array.from({ length: 50 }, (_, i) => `x${i},${i}`)],
    /No row of this file holds a date, a time and a number.* Line 2 reads "x0,0"/,
  ],
  ["two columns that may both be meant", two("time,a,b"), /say --column with one of a, b/],
  [
    "a value every hour",
    createLines("time,kw", (ms) => `${iso(ms)},${sunKw(ms)}`, 60 * MINUTE_MS),
    /Column kw: The values are an hour apart.* one every 1 to 15 minutes/,
  ],
  [
    "panels and load in one number",
    createLines("time,net_kw", (ms) => `${iso(ms)},${sunKw(ms) - 3}`),
    /Column net_kw: both signs occur .* --kind load or --kind pv/,
  ],
])("%s is refused with a sentence that says what would be right", async (_, lines, sentence) => {
  await expect(read(lines)).rejects.toThrow(sentence);
});

it("a column that does not exist is refused with the list of columns", async () => {
  const lines = createLines("time,solar_kw", (ms) => `${iso(ms)},${sunKw(ms)}`);
  await expect(read(lines, { columns: ["solr_kw"] })).rejects.toThrow(
    'There is no column "solr_kw"; those with numbers are "solar_kw".',
  );
});

it("a column that cannot be scored does not prevent scoring the others", async () => {
  const lines = createLines(
    "time,solar_kw,net_kw",
    (ms) => `${iso(ms)},${sunKw(ms)},${sunKw(ms) - 3}`,
  );
  const { series, refused } = await read(lines);
  expect(series.map(({ column }) => column)).toEqual(["solar_kw"]);
  expect(refused).toHaveLength(1);
  expect(refused[0]).toContain("Column net_kw");
});
