import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Measurement } from "../../../lib/contract/index.ts";
import { transports, World } from "../../support/service.ts";
import { group, household } from "../../support/site.ts";

const NL = { bidding_zone_id: "NL" };
const at = (time: string) => `2026-06-15T${time}:00Z`;
const span = (from: string, to: string, rest: Partial<Measurement> = {}): Measurement => ({
  time_from: at(from),
  time_to: at(to),
  ...rest,
});

describe.each(transports)("measurements, %s", (transport) => {
  let world: World;
  let utrecht: Awaited<ReturnType<typeof group>>;
  let home: Awaited<ReturnType<typeof household>>;
  let neighbour: Awaited<ReturnType<typeof household>>;
  let outsider: Awaited<ReturnType<typeof household>>;
  const meters: string[] = [];
  beforeAll(async () => {
    world = await World.open("2026-06-15T09:58:30Z", { transport });
    utrecht = await group(world);
    home = await household(world, { groupId: utrecht.id });
    neighbour = await household(world, { email: "n@example.org", groupId: utrecht.id });
    outsider = await household(world, { email: "o@example.org", batteryKwh: 10 });
    for (const name of ["Meter", "Second meter"]) {
      const { data } = await world.call("registerDevice", {
        body: {
          location_id: outsider.location.id,
          name,
          brand: "BRAND_A",
          device_type: "METER",
          ratings: {},
        },
      });
      meters.push(data.id);
    }
    await world.liveUntil("2026-06-15T11:31:30Z");
  });
  afterAll(() => world.close());

  const record = (location_id: string, ...measurements: Measurement[]) =>
    world.call("recordMeasurements", { params: { location_id }, body: { measurements } });
  const injection = (kw: number) => ({ injection_kw: kw });
  const item = async (location_id: string, time: string) => {
    const query = { start: at(time), end: new Date(Date.parse(at(time)) + 1).toISOString() };
    const { data } = await world.call("getLocationHistorical", { params: { location_id }, query });
    return data.data[0];
  };
  const areas = async (time: string) => {
    const query = { start: at(time), end: new Date(Date.parse(at(time)) + 1).toISOString() };
    const zone = await world.call("getBiddingZoneHistorical", { params: NL, query });
    const own = await world.call("getGroupHistorical", {
      params: { group_id: utrecht.id },
      query,
    });
    return { zone: zone.data.data[0]!, group: own.data.data[0]! };
  };
  /** Sum over locations, the forecast used for silent ones. */
  const sum = async (time: string, ...of: (typeof home)[]) => {
    let total = 0;
    for (const { location } of of) {
      const one = await item(location.id, time);
      total += one!.actual ?? one!.forecast;
    }
    return total;
  };

  it("appear in the history of the location, its group and its zone, averaged over their minutes", async () => {
    const receipt = await record(
      home.location.id,
      span("10:00", "10:05", injection(3)),
      span("10:05", "10:15", injection(-0.75)),
    );
    expect(receipt.data).toEqual({ intervals: 1, changed: 1 });
    expect((await item(home.location.id, "10:00"))!.actual).toBeCloseTo(0.5, 3);
    const { zone, group: own } = await areas("10:00");
    expect(own.actual).toBeCloseTo(await sum("10:00", home, neighbour), 2);
    expect(zone.actual).toBeCloseTo(await sum("10:00", home, neighbour, outsider), 2);
    expect((await item(neighbour.location.id, "10:00"))!.actual).toBeUndefined();
  });

  it("make an interval known from the eighth of its fifteen minutes", async () => {
    const id = neighbour.location.id;
    expect((await record(id, span("10:00", "10:07", injection(2)))).data.changed).toBe(0);
    expect((await item(id, "10:00"))!.actual).toBeUndefined();
    expect((await record(id, span("10:14", "10:15", injection(-6)))).data.changed).toBe(1);
    expect((await item(id, "10:00"))!.actual).toBe(1);
    const { zone, group: own } = await areas("10:00");
    expect(own.actual).toBeCloseTo(await sum("10:00", home, neighbour), 2);
    expect(zone.actual).toBeCloseTo(await sum("10:00", home, neighbour, outsider), 2);
  });

  it("that are repeated change nothing, and corrected ones change the totals", async () => {
    const id = home.location.id;
    const first = [span("10:15", "10:30", injection(2)), span("10:30", "10:45", injection(0.7))];
    expect((await record(id, ...first)).data).toEqual({ intervals: 2, changed: 2 });
    const before = await areas("10:15");
    expect((await record(id, ...first)).data).toEqual({ intervals: 2, changed: 0 });
    expect(await areas("10:15")).toEqual(before);
    const correction = span("10:15", "10:18", injection(-3));
    expect((await record(id, correction)).data).toEqual({ intervals: 1, changed: 1 });
    expect((await item(id, "10:15"))!.actual).toBe(1);
    expect((await item(id, "10:30"))!.actual).toBe(0.7);
    const after = await areas("10:15");
    expect(after.zone.actual! - before.zone.actual!).toBeCloseTo(-1, 3);
    expect(after.group.actual! - before.group.actual!).toBeCloseTo(-1, 3);
    expect(after.zone.forecast).toBe(before.zone.forecast);
  });

  it("of the same minutes twice in one batch count with the later value", async () => {
    const id = neighbour.location.id;
    await record(id, span("10:15", "10:30", injection(9)), span("10:15", "10:30", injection(1.1)));
    expect((await item(id, "10:15"))!.actual).toBe(1.1);
  });

  it("of several meters add up to the injection, unless that is reported itself", async () => {
    const id = outsider.location.id;
    const devices = meters.map((device_id, i) => ({ device_id, power_kw: i === 0 ? 1.5 : -0.25 }));
    await record(id, span("10:15", "10:30", { devices }));
    expect((await item(id, "10:15"))!.actual).toBe(1.25);
    await record(id, span("10:15", "10:30", { injection_kw: 7, devices }));
    expect((await item(id, "10:15"))!.actual).toBe(7);
    await record(id, span("10:30", "10:45", { devices: devices.slice(1) }));
    expect((await item(id, "10:30"))!.actual).toBeUndefined();
    await record(id, span("10:30", "10:45", { devices: devices.slice(0, 1) }));
    expect((await item(id, "10:30"))!.actual).toBe(1.25);
  });

  it("of an inverter alone leave the connection point unknown", async () => {
    const devices = [{ device_id: home.inverter.id, power_kw: 3 }];
    await record(home.location.id, span("11:00", "11:15", { devices }));
    expect((await item(home.location.id, "11:00"))!.actual).toBeUndefined();
  });

  it("of the running interval update a location's live state, and its history once it is over", async () => {
    const id = home.location.id;
    const receipt = await record(id, span("11:30", "11:31", injection(2.5)));
    expect(receipt.data).toEqual({ intervals: 1, changed: 0 });
    const { data } = await world.call("getLocationStatus", { params: { location_id: id } });
    expect(data).toMatchObject({
      measured_at: "2026-06-15T11:31:00.000Z",
      actual: 2.5,
      reporting: 1,
      data_source: "measured",
    });
    expect(await item(id, "11:30")).toBeUndefined();
  });

  it("older than the newest leave a location's live state unchanged", async () => {
    const params = { location_id: home.location.id };
    const before = (await world.call("getLocationStatus", { params })).data;
    await record(home.location.id, span("11:15", "11:30", injection(-9)));
    expect((await world.call("getLocationStatus", { params })).data).toEqual(before);
  });

  it("may be 3,000 at once", async () => {
    const many = Array.from({ length: 3_000 }, (_, i) => {
      const startMs = Date.parse("2026-04-01T00:00:00Z") + i * 900_000;
      const [time_from, time_to] = [startMs, startMs + 900_000].map((ms) =>
        new Date(ms).toISOString(),
      );
      return { time_from: time_from!, time_to: time_to!, injection_kw: i / 1000 };
    });
    const { data } = await record(outsider.location.id, ...many);
    expect(data).toEqual({ intervals: 3_000, changed: 3_000 });
  });

  describe("measurements are refused, with nothing recorded, if", () => {
    const good = span("10:45", "11:00", injection(1));
    const battery = { state_of_charge: 0.5 };
    it.each<[string, unknown, string]>([
      ["one ends in the future", span("11:31", "11:32", injection(1)), "#/measurements/1/time_to"],
      [
        "one does not start on a full minute",
        { ...good, time_from: "2026-06-15T10:45:30Z" },
        "#/measurements/1/time_from",
      ],
      [
        "one does not end on a full minute",
        { ...good, time_to: "2026-06-15T10:59:59.999Z" },
        "#/measurements/1/time_to",
      ],
      ["one crosses quarters", span("10:40", "10:50", injection(1)), "#/measurements/1/time_to"],
      ["one ends as it starts", span("10:45", "10:45", injection(1)), "#/measurements/1/time_to"],
      ["one has nothing measured", span("10:45", "11:00"), "#/measurements/1/injection_kw"],
      [
        "one names a device that is not there",
        span("10:45", "11:00", { devices: [{ device_id: "nobody", power_kw: 1 }] }),
        "#/measurements/1/devices/0/device_id",
      ],
      [
        "part of a quarter of over a day ago is given",
        { time_from: "2026-06-14T11:00:00Z", time_to: "2026-06-14T11:14:00Z", injection_kw: 1 },
        "#/measurements/1/time_from",
      ],
      ["one is not a time", { ...good, time_from: "noon" }, "#/measurements/1/time_from"],
      ["one is not a number", { ...good, injection_kw: "1" }, "#/measurements/1/injection_kw"],
      ["one has a field too many", { ...good, kw: 1 }, "#/measurements/1/kw"],
      [
        "it was measured before the year 2000",
        { time_from: "1999-12-31T23:00:00Z", time_to: "1999-12-31T23:15:00Z", injection_kw: 1 },
        "#/measurements/1/time_from",
      ],
    ])("%s", async (_, bad, pointer) => {
      const path = `/v1/locations/${neighbour.location.id}/measurements`;
      const response = await world.post(path, { measurements: [good, bad] });
      expect(response.status).toBe(422);
      const { errors } = (await response.json()) as { errors: { pointer: string }[] };
      expect(errors.map((error) => error.pointer)).toEqual([pointer]);
      expect((await item(neighbour.location.id, "10:45"))!.actual).toBeUndefined();
    });

    it("an inverter reports a state of charge", async () => {
      const devices = [{ device_id: home.inverter.id, power_kw: 1, ...battery }];
      const { problem } = await record(home.location.id, span("10:45", "11:00", { devices }));
      expect(problem.errors![0]!.pointer).toBe("#/measurements/0/devices/0/state_of_charge");
    });

    it("the batch is empty, or over 3,000", async () => {
      const path = `/v1/locations/${home.location.id}/measurements`;
      for (const measurements of [[], Array(3_001).fill(good)]) {
        const response = await world.post(path, { measurements });
        expect(response.status).toBe(422);
        expect(await response.json()).toMatchObject({ errors: [{ pointer: "#/measurements" }] });
      }
    });

    it("the location has no devices", async () => {
      const { data } = await world.call("createLocation", {
        body: { customer_id: home.customer.id, latitude: 52, longitude: 5 },
      });
      const { status, problem } = await record(data.id, good);
      expect([status, problem.errors![0]!.pointer]).toEqual([422, "path/location_id"]);
    });

    it("the location does not exist, or its customer was deleted", async () => {
      expect((await record("loc_nowhere", good)).status).toBe(404);
      const gone = await household(world, { email: "gone@example.org" });
      await world.call("deleteCustomer", { params: { customer_id: gone.customer.id } });
      expect((await record(gone.location.id, good)).status).toBe(404);
    });
  });
});
