import { describe, expect, it } from "vitest";
import { getLostKw } from "../../service/engine/counterfactual.ts";

describe("lost energy", () => {
  it.each([
    ["panels that are switched off", 3, 0, 0, 3],
    ["panels that are switched off below the site's load", -1, -4, 0, 3],
    ["a battery that charges from the grid", -1, -6, 5, 0],
    ["a battery that charges from the grid, and panels that are switched off", 3, -7, 5, 5],
    ["a battery that stores what was exported", 3, 0, 3, 3],
    ["a battery that stores the export and buys more", 3, -2, 5, 3],
    ["a battery whose power is not measured", 3, -2, NaN, 3],
    ["a battery that discharges less", -1, -3, 2, 0],
  ])("of %s", (_, withoutKw, withKw, batteryKw, lostKw) => {
    expect(getLostKw(withoutKw, withKw, batteryKw)).toBe(lostKw);
  });
});
