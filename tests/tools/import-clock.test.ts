import { expect, it } from "vitest";
import { importText, getStarts, walls } from "./import-meter.ts";

const LONG_DAY = [...walls(0, 180), ...walls(120, 1440)];
const quarters = (first: string, count: number) =>
  Array.from({ length: count }, (_, i) =>
    new Date(Date.parse(first) + i * 900_000).toISOString().replace(".000Z", "Z"),
  );
const LONG = quarters("2026-10-24T22:00:00Z", 100);

const table = (header: string, stamps: string[], values?: (number | string)[]) =>
  `${header};Teruglevering (kWh)\n${stamps.map((at, i) => `${at};${values?.[i] ?? i},5`).join("\n")}\n`;

it("takes the repeated hour first as summer, then as winter time", async () => {
  const stamps = LONG_DAY.map((at) => `25-10-2026 ${at}`);
  const { code, taken, output } = await importText(table("Van", stamps), ["--values", "interval"]);
  expect(code, output).toBe(0);
  expect(getStarts(taken)).toEqual(LONG);
  expect(taken[8]).toMatchObject({ time_from: "2026-10-25T00:00:00Z", injection_kw: 34 });
  expect(taken[12]).toMatchObject({ time_from: "2026-10-25T01:00:00Z", injection_kw: 50 });
});

const LONG_ENDS = [...walls(15, 180), ...walls(120, 1440), "24:00"];
it("recognises it if timestamps mark the end", async () => {
  const stamps = LONG_ENDS.map((at) => `25-10-2026 ${at}`);
  const { code, taken, output } = await importText(table("Tot", stamps), ["--values", "interval"]);
  expect(code, output).toBe(0);
  expect(getStarts(taken)).toEqual(LONG);
});

it("recognises it if the first of the two hours ends at 03:00", async () => {
  const ends = [...walls(15, 195), ...walls(135, 1440), "24:00"];
  const stamps = ends.map((at) => `25-10-2026 ${at}`);
  const { taken, output } = await importText(table("Tot", stamps), ["--values", "interval"]);
  expect(getStarts(taken), output).toEqual(LONG);
});

it.each([
  ["Van", LONG_DAY],
  ["Tot", LONG_ENDS],
])("recognises it in a file in descending order (%s)", async (header, clock) => {
  const stamps = clock.map((at) => `25-10-2026 ${at}`).toReversed();
  const text = table(header, stamps);
  const { code, taken, output } = await importText(text, ["--values", "interval"]);
  expect(code, output).toBe(0);
  expect(output).toContain("descending order");
  expect(getStarts(taken)).toEqual(LONG.toReversed());
});

it("recognises it if both readings of a time are adjacent", async () => {
  const pairs = walls(120, 180).flatMap((at) => [at, at]);
  const clock = [...walls(0, 120), ...pairs, ...walls(180, 1440)];
  const { taken } = await importText(
    table(
      "Van",
      clock.map((at) => `25-10-2026 ${at}`),
    ),
    ["--values", "interval"],
  );
  expect(getStarts(taken).toSorted()).toEqual(LONG);
});

it("reports that the repeated hour occurs once", async () => {
  const { output } = await importText(
    table(
      "Van",
      walls(0, 1440).map((at) => `25-10-2026 ${at}`),
    ),
    ["--values", "interval"],
  );
  expect(output).toContain("stands once; taken as the first");
  expect(output).toContain("2026-10-25 02:00+01:00 – 2026-10-25 03:00+01:00");
});

it.each([
  ["Van", [...walls(0, 120), ...walls(180, 1440)]],
  ["Tot", [...walls(15, 120), ...walls(180, 1440), "24:00"]],
  ["Tot", [...walls(15, 135), ...walls(195, 1440), "24:00"]],
])("accepts the 92 quarter-hours of the short day without a gap (%s)", async (header, clock) => {
  const stamps = clock.map((at) => `29-03-2026 ${at}`);
  const { code, taken, output } = await importText(table(header, stamps), ["--values", "interval"]);
  expect(code, output).toBe(0);
  expect(getStarts(taken)).toEqual(quarters("2026-03-28T23:00:00Z", 92));
  expect(output).toContain("No gaps");
});

it("refuses local times that do not exist, with their lines", async () => {
  const stamps = walls(60, 240).map((at) => `29-03-2026 ${at}`);
  const { code, taken, output } = await importText(table("Van", stamps), ["--values", "interval"]);
  expect(code).toBe(2);
  expect(taken).toHaveLength(8);
  expect(output).toContain("4: the clock is put forward then");
  expect(output).toContain("line 6: 29-03-2026 02:00;4,5");
});

it("refuses ends of intervals inside the hour that does not exist", async () => {
  const stamps = walls(60, 240).map((at) => `29-03-2026 ${at}`);
  const { code, taken, output } = await importText(table("Tot", stamps), ["--values", "interval"]);
  expect(code).toBe(2);
  expect(taken).toHaveLength(8);
  expect(output).toContain("3: the clock is put forward then");
  expect(output).toContain("line 7: 29-03-2026 02:15;5,5");
});

it("does not guess the repeated hour if rows are unordered", async () => {
  const stamps = walls(0, 300).map((at) => `25-10-2026 ${at}`);
  const mixed = stamps.map((_, i) => stamps[i ^ 1] ?? "");
  const { output } = await importText(table("Van", mixed), ["--values", "interval"]);
  expect(output).toContain("4: this local time comes twice, and the file is not in order of time");
});

it("prefers the given zone over a written offset", async () => {
  const lines = ["2026-05-31T02:00+00:00;1", "2026-05-31T02:15+00:00;2"];
  const { taken, output } = await importText(`Time;Export kW\n${lines.join("\n")}\n`, [
    "--zone",
    "Europe/Amsterdam",
  ]);
  expect(getStarts(taken)).toEqual(["2026-05-31T00:00:00Z", "2026-05-31T00:15:00Z"]);
  expect(output).toContain("local time Europe/Amsterdam");
});

it("reads timestamps in UTC and with an offset as written", async () => {
  const lines = ["2026-10-25T02:00+02:00;1", "2026-10-25T02:15+02:00;2", "2026-10-25T01:30Z;3"];
  const { taken } = await importText(`Time;Export kW\n${lines.join("\n")}\n`);
  expect(getStarts(taken)).toEqual([
    "2026-10-25T00:00:00Z",
    "2026-10-25T00:15:00Z",
    "2026-10-25T01:30:00Z",
  ]);
});
