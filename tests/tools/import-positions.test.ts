import { describe, expect, it } from "vitest";
import { getLocalDay, localMinute, QUARTER_MS } from "../../lib/time/amsterdam.ts";
import { readPositionFile } from "../../tools/import-positions/read-positions.ts";

const columns = { time: "Start", sold: "Sold", unit: "MWh", utc: false } as const;

/** A file of a whole local day in local time; the first row is 0,125, the next 1,125, and so on. */
function fileOf(date: string): string {
  const { startMs, isps } = getLocalDay(date);
  const rows = Array.from(
    { length: isps },
    (_, i) => `${localMinute(startMs + i * QUARTER_MS)};${i},125`,
  );
  return ["Start;Sold", ...rows].join("\n");
}

describe("a file of positions", () => {
  it.each([
    ["2026-03-29", 92],
    ["2026-06-15", 96],
    ["2026-10-25", 100],
  ])("has each ISP of %s once, in kWh", (date, isps) => {
    const { startMs } = getLocalDay(date);
    expect(readPositionFile(fileOf(date), columns)).toEqual(
      Array.from({ length: isps }, (_, i) => ({
        time_from: new Date(startMs + i * QUARTER_MS).toISOString(),
        sold_kwh: i * 1_000 + 125,
      })),
    );
  });

  it.each([
    ["kWh", 1.125],
    ["MWh", 1_125],
    ["kW", 0.28125],
    ["MW", 281.25],
  ] as const)("in %s is converted to the energy of the ISP", (unit, soldKwh) => {
    const [, second] = readPositionFile(fileOf("2026-06-15"), { ...columns, unit });
    expect(second!.sold_kwh).toBe(soldKwh);
  });

  it("is refused with the line and column of the first wrong cell", () => {
    const file = fileOf("2026-06-15");
    const fault = (from: string, to: string) => () =>
      readPositionFile(file.replace(from, to), columns);
    expect(fault("2,125", "n/a")).toThrow("Line 4, column Sold: n/a is no number.");
    expect(fault("\n2026-06-15T00:30;2,125", "\n\n2026-06-15T00:31;2,125")).toThrow(
      "Line 5, column Start: 2026-06-15T00:31 is no start of a quarter-hour.",
    );
    expect(fault("T00:30;", "T00:15;")).toThrow(
      "Line 4, column Start: 2026-06-15T00:15 is there twice.",
    );
    expect(fault("Sold", "Amount")).toThrow("The file has no column Sold.");
  });

  it("of hours, or with missing ISPs, is refused with the times that are missing", () => {
    const hours = fileOf("2026-06-15")
      .split("\n")
      .filter((_, i) => i === 0 || i % 4 === 1)
      .join("\n");
    expect(() => readPositionFile(hours, columns)).toThrow(
      "2026-06-15 lacks 72 of 96 rows: 00:15, 00:30, 00:45,",
    );
  });
});
