import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { saveAreaForecasts, type AreaForecast } from "../../service/store/area-forecasts.ts";
import { areaForecasts } from "../../service/store/schema-series.ts";
import { openStore, type Store } from "../../service/store/store.ts";
import { freshDatabase } from "../support/postgres.ts";

/** With nine values in each row more than a statement can have. */
const GROUPS = 7_300;

describe("the forecasts of zones and groups", () => {
  let store: Store;
  beforeAll(async () => {
    store = await openStore(await freshDatabase("service"), (error) => {
      throw error;
    });
  });
  afterAll(() => store.close());

  it("are saved and replaced for thousands of groups", async () => {
    const forecasts = (kw: number) =>
      Array.from({ length: GROUPS }, (_, n): AreaForecast => {
        const series = () => new Float64Array(2).fill(kw);
        return {
          kind: "group",
          areaId: `grp_${n}`,
          start: new Date("2026-06-15T10:00:00Z"),
          forecast: series(),
          upward: series(),
          downward: series(),
          p10: series(),
          p50: series(),
          p90: series(),
        };
      });
    for (const kw of [1, 2])
      await store.db.transaction((tx) => saveAreaForecasts(tx, forecasts(kw)));
    const rows = await store.db.select().from(areaForecasts);
    expect(rows).toHaveLength(GROUPS);
    // The first interval is frozen within a quarter-hour.
    expect(rows.every(({ forecast }) => forecast[0] === 1 && forecast[1] === 2)).toBe(true);
  });
});
