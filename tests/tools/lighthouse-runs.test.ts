import { describe, expect, test } from "vitest";
import { medianBy, readArguments } from "../../tools/lighthouse-runs.ts";
import { customersPages, pagePatterns, staffPages } from "../../tools/lighthouse-pages.ts";

describe("Lighthouse options", () => {
  test.each([
    [[], { runs: 3, filters: [] }],
    [["customer", "/map"], { runs: 3, filters: ["customer", "/map"] }],
    [["--runs", "1"], { runs: 1, filters: [] }],
    [["staff", "--runs", "5", "/keys"], { runs: 5, filters: ["staff", "/keys"] }],
  ])("%j", (filters, asked) => {
    expect(readArguments(filters)).toEqual(asked);
  });

  test.each([["--runs"], ["--runs 0"], ["--runs two"], ["--runs 1.5"]])(
    "an invalid number of runs is refused: %s",
    (line) => {
      expect(() => readArguments(line.split(" "))).toThrow("--runs needs a whole number from 1.");
    },
  );

  test("the median run counts, never a better one", () => {
    const middle = (...scores: number[]) => medianBy(scores, (score) => score);
    expect(middle(97, 80, 95)).toBe(95);
    expect(middle(97, 80)).toBe(80);
    expect(middle(91)).toBe(91);
    expect(() => middle()).toThrow();
  });
});

describe("the pages of the portal", () => {
  test("pages for customers exist", () => {
    expect(customersPages.filter((page) => !pagePatterns.includes(page))).toEqual([]);
    expect(customersPages).toContain("/history");
  });

  test("a customer's history is not a staff page", () => {
    expect(pagePatterns).toContain("/history");
    expect(staffPages).not.toContain("/history");
  });
});
