import { describe, expect, it } from "vitest";
import { getLocalDay, localMinute, QUARTER_MS } from "../../lib/time/amsterdam.ts";
import { readPriceFile } from "../../tools/import-prices/read-prices.ts";

const columns = { time: "Start", values: { price: "Price" }, utc: false };

/** A file of a whole local day in local time; the first row costs 0, the next 1, and so on. */
function fileOf(date: string, stepMs = QUARTER_MS): string {
  const { startMs, endMs } = getLocalDay(date);
  const rows = Array.from(
    { length: (endMs - startMs) / stepMs },
    (_, i) => `${localMinute(startMs + i * stepMs)};${i},5`,
  );
  return ["Start;Price", ...rows].join("\n");
}

describe("a file of prices", () => {
  it.each([
    ["2026-03-29", 92],
    ["2026-06-15", 96],
    ["2026-10-25", 100],
  ])("in local time has each ISP of %s once", (date, isps) => {
    const { startMs } = getLocalDay(date);
    expect(readPriceFile(fileOf(date), columns)).toEqual(
      Array.from({ length: isps }, (_, i) => ({
        time: new Date(startMs + i * QUARTER_MS).toISOString(),
        price: i + 0.5,
      })),
    );
  });

  it("in hours gives four quarter-hours for each, also of a day with 25", () => {
    const entries = readPriceFile(fileOf("2026-10-25", 4 * QUARTER_MS), columns);
    expect(entries.map(({ price }) => price)).toEqual(
      Array.from({ length: 100 }, (_, i) => Math.floor(i / 4) + 0.5),
    );
  });

  it("with 96 rows of a clock-change day is refused, and the missing rows are listed", () => {
    const rows = fileOf("2026-10-25").split("\n");
    const without = [...rows.slice(0, 13), ...rows.slice(17)].join("\n");
    expect(() => readPriceFile(without, columns)).toThrow(
      "2026-10-25 lacks 4 of 100 rows: 02:00 (winter time), 02:15 (winter time), 02:30 (winter time), 02:45 (winter time).",
    );
    const spring = fileOf("2026-06-15").replaceAll("2026-06-15", "2026-03-29");
    expect(() => readPriceFile(spring, columns)).toThrow("2026-03-29T02:00 does not exist");
  });

  it("may have commas, decimal points and stamps in UTC or with an offset", () => {
    const { startMs } = getLocalDay("2026-06-15");
    const stampsOf = (offset: string) =>
      Array.from({ length: 96 }, (_, i) => {
        const stamp = new Date(startMs + i * QUARTER_MS).toISOString().slice(0, 16);
        return `${stamp}${offset},-1.5`;
      });
    for (const [offset, utc] of [
      ["Z", false],
      ["", true],
    ] as const) {
      const text = ["Start,Price", ...stampsOf(offset)].join("\n");
      const entries = readPriceFile(text, { ...columns, utc });
      expect([entries.length, entries[0]]).toEqual([
        96,
        { time: new Date(startMs).toISOString(), price: -1.5 },
      ]);
    }
  });

  it.each([
    [
      "a cell without a number",
      "2026-06-15T00:15;",
      "Line 3, column Price: an empty cell is no price",
    ],
    ["a time twice", "2026-06-15T00:00;1", "Line 3, column Start: 2026-06-15T00:00 is there twice"],
    ["a time off the grid", "2026-06-15T00:05;1", "is no start of a quarter-hour"],
    ["a text as time", "today;1", "Line 3, column Start: today is no time"],
  ])("with %s is refused with its line", (_, row, reason) => {
    const text = ["Start;Price", "2026-06-15T00:00;1", row].join("\n");
    expect(() => readPriceFile(text, columns)).toThrow(reason);
  });
});
