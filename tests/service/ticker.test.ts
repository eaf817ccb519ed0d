import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { World } from "../support/service.ts";

const NL = { bidding_zone_id: "NL" };

describe("the running demo fleet", () => {
  let world: World;
  beforeAll(async () => {
    world = await World.open("2026-06-15T09:58:30Z", { demo: true });
  });
  afterAll(() => world.close());
  const history = async (start: string, end?: string) =>
    (await world.call("getBiddingZoneHistorical", { params: NL, query: { start, end } })).data.data;

  it("has 60 locations in 3 groups, all reporting and all marked as simulated", async () => {
    const locations = await world.call("listLocations", { query: { page_size: 100 } });
    expect(locations.data.data).toHaveLength(60);
    expect(new Set(locations.data.data.map((one) => one.data_source))).toEqual(
      new Set(["simulated"]),
    );
    expect((await world.call("listGroups")).headers.get("x-total-count")).toBe("3");
    const { data } = await world.call("getBiddingZoneStatus", { params: NL });
    expect(data).toMatchObject({ isp: 48, locations: 60, reporting: 60, data_source: "simulated" });
  });

  it("has 60 days of history without a gap, until the last finished interval", async () => {
    const items = await history("2026-04-17T00:00:00+02:00");
    expect(items).toHaveLength(59 * 96 + 47);
    expect(items.at(-1)!.time).toBe("2026-06-15T09:30:00.000Z");
    expect(items.every((item) => item.actual !== undefined)).toBe(true);
    const steps = items
      .slice(1)
      .map((item, i) => Date.parse(item.time) - Date.parse(items[i]!.time));
    expect(new Set(steps)).toEqual(new Set([900_000]));
  });

  it("answers with the last 30 days by default", async () => {
    const { data } = await world.call("getBiddingZoneHistorical", { params: NL });
    expect(data.data[0]!.time).toBe("2026-05-16T10:00:00.000Z");
    expect(data.data.at(-1)!.time).toBe("2026-06-15T09:30:00.000Z");
  });

  it("has zone totals equal to the sums over the locations", async () => {
    const { data: locations } = await world.call("listLocations", { query: { page_size: 100 } });
    const query = { start: "2026-06-15T08:00:00Z", end: "2026-06-15T08:15:00Z" };
    const sum = { forecast: 0, upward: 0, downward: 0, actual: 0 };
    for (const { id } of locations.data) {
      const { data } = await world.call("getLocationHistorical", {
        params: { location_id: id },
        query,
      });
      for (const key of Object.keys(sum) as (keyof typeof sum)[]) sum[key] += data.data[0]![key]!;
    }
    const [zone] = await history(query.start, query.end);
    for (const key of Object.keys(sum) as (keyof typeof sum)[])
      expect(zone![key]).toBeCloseTo(sum[key], 0);
  });

  it("continues live and shows the effect of a control", async () => {
    await world.liveUntil("2026-06-15T10:16:05Z");
    const [free] = await history("2026-06-15T10:00:00Z");
    expect(free).toMatchObject({ time: "2026-06-15T10:00:00.000Z", actual: expect.any(Number) });
    const control = await world.call("controlBiddingZone", {
      params: NL,
      body: {
        type: "MAX_CONSUMPTION",
        time_from: "2026-06-15T10:30:00Z",
        time_to: "2026-06-15T11:00:00Z",
      },
    });
    await world.liveUntil("2026-06-15T10:40:05Z");
    expect(
      (await world.call("getBiddingZoneStatus", { params: NL })).data.curtailed,
    ).toBeGreaterThan(40);
    await world.liveUntil("2026-06-15T11:31:00Z");
    const items = await history("2026-06-15T10:15:00Z");
    const [, first, second, , later] = items;
    const planned = control.data.results[1]!.delta;
    expect(second!.actual! - second!.forecast).toBeLessThan(0.7 * planned);
    expect(first!.actual!).toBeLessThan(first!.forecast);
    expect(items).toHaveLength(5);
    expect(Math.abs(later!.actual! - later!.forecast)).toBeLessThan(Math.abs(planned) / 2);
  });

  it("forecasts the current and later intervals, 24 hours by default, 7 days at most", async () => {
    const { data } = await world.call("getBiddingZoneForecast", { params: NL });
    expect(data.data[0]!.time).toBe("2026-06-15T11:30:00.000Z");
    expect(data.data).toHaveLength(97);
    const week = await world.call("getBiddingZoneForecast", {
      params: NL,
      query: { end: "2026-06-22T11:30:00Z" },
    });
    expect(week.data.data).toHaveLength(7 * 96);
    const beyond = await world.call("getBiddingZoneForecast", {
      params: NL,
      query: { end: "2026-06-22T12:00:00Z" },
    });
    expect(beyond.status).toBe(422);
  });

  it("catches up after an outage as if there had been none, with forecasts made before", async () => {
    await world.sleepUntil("2026-06-15T14:07:00Z");
    const items = await history("2026-06-15T11:30:00Z");
    expect(items.map((item) => item.time.slice(11, 16))).toEqual([
      "11:30",
      "11:45",
      "12:00",
      "12:15",
      "12:30",
      "12:45",
      "13:00",
      "13:15",
      "13:30",
      "13:45",
    ]);
    expect(items.every((item) => item.actual !== undefined)).toBe(true);
  });

  it("changes nothing when the same minute is processed again", async () => {
    const before = await history("2026-06-15T13:00:00Z");
    await world.service.tick();
    await world.service.tick();
    expect(await history("2026-06-15T13:00:00Z")).toEqual(before);
  });

  it("refuses a range over 366 days or a start after its end, and is empty for the distant past", async () => {
    const ask = (start: string, end: string) =>
      world.call("getBiddingZoneHistorical", { params: NL, query: { start, end } });
    expect(
      (await ask("2025-01-01T00:00:00Z", "2026-06-01T00:00:00Z")).problem.errors![0]!.pointer,
    ).toBe("query/start");
    expect((await ask("2026-06-02T00:00:00Z", "2026-06-01T00:00:00Z")).status).toBe(422);
    expect((await ask("0000-01-01T00:00:00Z", "0000-06-01T00:00:00Z")).data.data).toEqual([]);
    expect((await ask("9999-01-01T00:00:00Z", "9999-06-01T00:00:00Z")).data.data).toEqual([]);
    expect((await ask("2026-06-15T08:00:00Z", "2026-06-15T08:00:00Z")).data.data).toEqual([]);
  });
});

describe.each([
  ["the day of 92 intervals", "2026-03-29", "2026-03-28T23:00:00Z", 92],
  ["the day of 100 intervals", "2026-10-25", "2026-10-24T22:00:00Z", 100],
])("%s", (_, date, startsAt, isps) => {
  it("is recorded completely, each interval once", async () => {
    const start = Date.parse(startsAt);
    const end = new Date(start + isps * 900_000).toISOString();
    const world = await World.open(new Date(start - 3_600_000).toISOString(), { demo: 2 });
    await world.sleepUntil(new Date(start + isps * 900_000 + 60_000).toISOString());
    const { data } = await world.call("getBiddingZoneHistorical", {
      params: NL,
      query: { start: startsAt, end },
    });
    expect(data.data).toHaveLength(isps);
    expect(data.data.every((item) => item.actual !== undefined)).toBe(true);
    expect(new Set(data.data.map((item) => item.time)).size).toBe(isps);
    expect(date).toBe(
      new Intl.DateTimeFormat("sv-SE", { timeZone: "Europe/Amsterdam" }).format(start),
    );
    await world.close();
  }, 90_000);
});

describe("a service that is restarted", () => {
  it("finds everything it had answered and issues nothing on its own", async () => {
    const first = await World.open("2026-06-15T09:58:30Z", { demo: 2 });
    const issued = await first.call("controlBiddingZone", {
      params: NL,
      body: { type: "ZERO_EXPORT" },
    });
    await first.close();
    const second = await World.open("2026-06-15T10:20:00Z", {
      demo: 2,
      databaseUrl: first.databaseUrl,
    });
    const { data, headers } = await second.call("listControls");
    expect(headers.get("x-total-count")).toBe("1");
    expect(data.data).toEqual([issued.data]);
    expect((await second.call("listLocations")).headers.get("x-total-count")).toBe("60");
    const history = await second.call("getBiddingZoneHistorical", {
      params: NL,
      query: { start: "2026-06-15T09:45:00Z" },
    });
    expect(history.data.data.map((item) => typeof item.actual)).toEqual(["number", "number"]);
    await second.close();
  });
});
