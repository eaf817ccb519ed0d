import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Measurement } from "../../lib/contract/index.ts";
import { World } from "../support/service.ts";
import { group, household } from "../support/site.ts";

const NL = { bidding_zone_id: "NL" };
const QUARTER_MS = 15 * 60_000;
const iso = (ms: number) => new Date(ms).toISOString();
/** From here on, over eleven days, the history of a later home is imported. */
const IMPORTED = Date.parse("2026-06-04T22:00:00Z");
const CAME = Date.parse("2026-06-15T22:00:00Z");
const DAY_MS = 96 * QUARTER_MS;

describe("a location with imported history", () => {
  let world: World;
  let utrecht: string;
  let old: Awaited<ReturnType<typeof household>>;
  let come: Awaited<ReturnType<typeof household>>;
  let before: { zone: unknown; group: unknown };
  const range = (fromMs: number, toMs: number) => ({ start: iso(fromMs), end: iso(toMs) });
  const past = range(IMPORTED, CAME);

  /** Panels with 4 kW at noon, 8 to 16 o'clock UTC; otherwise a load of 0.5 kW. */
  const sunKw = (ms: number) => {
    const hour = (ms % DAY_MS) / 3_600_000;
    return Math.max(0, 4 - Math.abs(hour - 11.5));
  };
  const measured = (fromMs: number, toMs: number): Measurement[] => {
    const count = (toMs - fromMs) / QUARTER_MS;
    return Array.from({ length: count }, (_, i) => {
      const startMs = fromMs + i * QUARTER_MS;
      const times = { time_from: iso(startMs), time_to: iso(startMs + QUARTER_MS) };
      const pvKw = sunKw(startMs);
      const devices = [{ device_id: come.inverter.id, power_kw: pvKw }];
      return { ...times, injection_kw: pvKw - 0.5, devices };
    });
  };
  const record = async (measurements: Measurement[]) =>
    (
      await world.call("recordMeasurements", {
        params: { location_id: come.location.id },
        body: { measurements },
      })
    ).data;
  const own = async (query = past) =>
    (
      await world.call("getLocationHistorical", {
        params: { location_id: come.location.id },
        query,
      })
    ).data.data;
  const areas = async (query = past) => ({
    zone: (await world.call("getBiddingZoneHistorical", { params: NL, query })).data.data,
    group: (await world.call("getGroupHistorical", { params: { group_id: utrecht }, query })).data
      .data,
  });

  beforeAll(async () => {
    world = await World.open("2026-06-15T09:58:30Z");
    utrecht = (await group(world)).id;
    old = await household(world, { groupId: utrecht });
    await world.sleepUntil("2026-06-16T09:01:30Z");
    before = await areas();
    come = await household(world, { email: "come@example.org", groupId: utrecht });
    await record(measured(IMPORTED, CAME));
  });
  afterAll(() => world.close());

  it("shows measurements next to the hindcast", async () => {
    const items = await own();
    expect(items).toHaveLength(11 * 96);
    expect(items.map((one) => one.time)).toEqual(
      items.map((_, i) => iso(IMPORTED + i * QUARTER_MS)),
    );
    for (const [i, one] of items.entries())
      expect(one.actual).toBeCloseTo(sunKw(IMPORTED + i * QUARTER_MS) - 0.5, 3);
    const lastDay = items.slice(-96);
    const error = lastDay.reduce((sum, one) => sum + Math.abs(one.forecast - one.actual!), 0) / 96;
    expect(error).toBeLessThan(0.4);
  });

  it("is forecast from earlier data only, so later data changes nothing", async () => {
    const shown = await own();
    const noon = CAME + DAY_MS / 2;
    await world.sleepUntil(iso(noon + QUARTER_MS));
    await record(measured(CAME, noon));
    expect(await own()).toEqual(shown);
  });

  it("does not enter the totals of its zone and group for that time", async () => {
    expect(await areas()).toEqual(before);
    const { zone } = await areas(range(Date.parse("2026-06-15T10:00:00Z"), CAME));
    expect(zone).toHaveLength(48);
    const { data } = await world.call("getLocationHistorical", {
      params: { location_id: old.location.id },
      query: range(Date.parse("2026-06-15T10:00:00Z"), CAME),
    });
    expect(zone.map((one) => one.forecast)).toEqual(data.data.map((one) => one.forecast));
  });

  it("keeps its forecasts and stays out of totals when its history is corrected", async () => {
    const at = IMPORTED + 5 * DAY_MS + 40 * QUARTER_MS;
    const [was] = await own(range(at, at + 1));
    const [one] = measured(at, at + QUARTER_MS);
    expect(await record([{ ...one!, injection_kw: -3 }])).toEqual({ intervals: 1, changed: 1 });
    expect(await own(range(at, at + 1))).toEqual([{ ...was, actual: -3 }]);
    expect(await areas()).toEqual(before);
    expect(await record(measured(IMPORTED, CAME))).toEqual({ intervals: 1056, changed: 1 });
    expect(await own(range(at, at + 1))).toEqual([was]);
  });

  it("trains later forecasts", async () => {
    const { data } = await world.call("getLocationForecast", {
      params: { location_id: come.location.id },
    });
    for (const one of data.data.slice(1))
      expect(Math.abs(one.forecast - (sunKw(Date.parse(one.time)) - 0.5))).toBeLessThan(1.2);
  });
});
