import { describe, expect, test } from "vitest";
import { createFormats } from "@/lib/i18n/format.ts";
import { formatEnergy } from "@/components/ui/format-energy.ts";

const f = createFormats("nl");
const written = (kwh: number | null, most?: number) =>
  formatEnergy(f, kwh, most).replace("\u00a0", " ");

describe("an energy amount", () => {
  test("has as many decimals as are useful", () => {
    expect([240.4, 4.04, 0.95, 0.07].map((kwh) => written(kwh))).toEqual([
      "240 kWh",
      "4,0 kWh",
      "1,0 kWh",
      "0,07 kWh",
    ]);
    expect(written(null)).toBe("–");
  });

  test("that rounds to 0 has no decimals and no sign", () => {
    expect([0, 0.004, -0.004].map((kwh) => written(kwh))).toEqual(["0 kWh", "0 kWh", "0 kWh"]);
  });

  test("has the same number of decimals within a column, set by its largest value", () => {
    const column = [0.02, 0.07, 0.004, 12.34];
    expect(column.map((kwh) => written(kwh, 12.34))).toEqual([
      "0 kWh",
      "0,1 kWh",
      "0 kWh",
      "12,3 kWh",
    ]);
    expect([0.02, 0.07].map((kwh) => written(kwh, 0.07))).toEqual(["0,02 kWh", "0,07 kWh"]);
    expect(written(460.08, 30)).toBe("460,1 kWh");
  });
});
