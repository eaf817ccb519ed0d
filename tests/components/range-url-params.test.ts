import { describe, expect, test } from "vitest";
import type { Choice } from "@/components/chart/ranges.ts";
import {
  addressWith,
  axisFromAddress,
  rangeFromAddress,
  rangeInAddress,
} from "@/components/chart/use-viewport.ts";

const choices: Choice[] = [
  "today",
  "month",
  { first: "2026-10-25", last: "2026-10-25" },
  { first: "2025-10-25", last: "2026-10-25" },
];

describe("a chart's range in the page's address", () => {
  test.each(choices)("is read back: %j", (choice) => {
    expect(rangeFromAddress(rangeInAddress(choice))).toEqual(choice);
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
  ])("is not %j", (text) => expect(rangeFromAddress(text)).toBeNull());

  test("leaves what else is asked for as it is", () => {
    const here = new URL("http://portal.example/groups/grp_1?sort=name&range=week#day");
    expect(addressWith(here, "range", "yesterday")).toBe(
      "/groups/grp_1?sort=name&range=yesterday#day",
    );
    expect(addressWith(here, "range", null)).toBe("/groups/grp_1?sort=name#day");
    expect(addressWith(new URL("http://portal.example/?axis=isp"), "axis", null)).toBe("/");
  });
});

test("an axis is the clock's unless the address names the other", () => {
  expect(["isp", "time", null, "3"].map(axisFromAddress)).toEqual(["isp", "time", "time", "time"]);
});
