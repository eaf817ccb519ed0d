import { describe, expect, test } from "vitest";
import type { RangeChoice } from "@/components/chart/ranges.ts";
import {
  hrefWith,
  parseAxisParam,
  parseRangeParam,
  rangeToParam,
} from "@/components/chart/use-viewport.ts";

const choices: RangeChoice[] = [
  "today",
  "month",
  { first: "2026-10-25", last: "2026-10-25" },
  { first: "2025-10-25", last: "2026-10-25" },
];

describe("a chart range in the URL", () => {
  test.each(choices)("is parsed: %j", (choice) => {
    expect(parseRangeParam(rangeToParam(choice))).toEqual(choice);
  });

  test.each([
    null,
    "",
    "decade",
    "2026-02-30",
    "2026-10-25--2026-10-24",
    "2025-01-01--2026-10-25",
    "2026-10-01--2026-10-02--2026-10-03",
    "0026-10-25",
    "<script>",
  ])("is refused: %j", (text) => expect(parseRangeParam(text)).toBeNull());

  test("leaves other parameters unchanged", () => {
    const here = new URL("http://portal.example/groups/grp_1?sort=name&range=week#day");
    expect(hrefWith(here, "range", "yesterday")).toBe(
      "/groups/grp_1?sort=name&range=yesterday#day",
    );
    expect(hrefWith(here, "range", null)).toBe("/groups/grp_1?sort=name#day");
    expect(hrefWith(new URL("http://portal.example/?axis=isp"), "axis", null)).toBe("/");
  });
});

test("the axis shows clock time unless the URL selects periods", () => {
  expect(["isp", "time", null, "3"].map(parseAxisParam)).toEqual(["isp", "time", "time", "time"]);
});
