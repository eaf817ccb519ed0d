import { expect, it } from "vitest";
import { MINUTE_MS, QUARTER_MS } from "../../service/engine/calendar.ts";
import { iso, linesOf, read, sunKw } from "./backtest-files.ts";

const two = (header: string) =>
  linesOf(header, (ms) => `${iso(ms)},${sunKw(ms)},${1 + ((ms / QUARTER_MS) % 17)}`);

it.each([
  ["a file without rows", ["time,kw"], /made-up\.csv has a header but no rows/],
  ["one column", ["kw", "1", "2"], /made-up\.csv has no two columns/],
  [
    "no moments",
    ["a,b", ...Array.from({ length: 50 }, (_, i) => `x${i},${i}`)],
    /made-up\.csv, line 2: no column holds moments such as .* it reads "x0", "0"/,
  ],
  ["two columns that may both be meant", two("time,a,b"), /say --column with one of a, b/],
  [
    "a value every hour",
    linesOf("time,kw", (ms) => `${iso(ms)},${sunKw(ms)}`, 60 * MINUTE_MS),
    /column kw, has a value every 60 minutes; .* one every 15 minutes or more often/,
  ],
  [
    "panels and load in one number",
    linesOf("time,net_kw", (ms) => `${iso(ms)},${sunKw(ms) - 3}`),
    /column net_kw: both signs occur .* --kind load or --kind pv/,
  ],
])("%s is refused with a sentence that says what would be right", (_, lines, sentence) => {
  expect(() => read(lines)).toThrow(sentence);
});

it.each([
  [{ columns: ["solr_kw"] }, /made-up\.csv has no column "solr_kw"; it has time, solar_kw/],
  [
    { zone: "Amsterdam" },
    /--zone takes a time zone such as Europe\/Amsterdam; "Amsterdam" is none/,
  ],
  [{ unit: "PS" }, /--unit takes MWh, kWh, Wh, MW, kW, W; "PS" is none of them/],
])("an option that cannot be is refused: %o", (asked, sentence) => {
  const lines = linesOf("time,solar_kw", (ms) => `${iso(ms)},${sunKw(ms)}`);
  expect(() => read(lines, asked)).toThrow(sentence);
});

it("a column that cannot be scored does not take the others with it", () => {
  const lines = linesOf("time,solar_kw,net_kw", (ms) => `${iso(ms)},${sunKw(ms)},${sunKw(ms) - 3}`);
  const { series, refused } = read(lines);
  expect(series.map(({ column }) => column)).toEqual(["solar_kw"]);
  expect(refused).toHaveLength(1);
  expect(refused[0]).toContain("column net_kw");
});
