import { afterAll, beforeAll, expect, it } from "vitest";
import type { Measurement } from "../../lib/contract/index.ts";
import { World } from "../support/service.ts";
import { group, household } from "../support/site.ts";

const QUARTER_MS = 900_000;
const NOW = "2026-06-16T09:01:00Z";
const iso = (ms: number) => new Date(ms).toISOString();
const FROM = Date.parse("2026-06-08T22:00:00Z");
const TO = Date.parse("2026-06-16T08:00:00Z");

let world: World;
let groupId: string;
const homes: Awaited<ReturnType<typeof household>>[] = [];

/** Solar power with a different share in each quarter-hour, the same at each run. */
const pvKw = (ms: number) => {
  const hour = (ms / 3_600_000) % 24;
  return Math.max(0, 4.5 - Math.abs(hour - 11.5)) * (0.6 + 0.4 * Math.sin(ms / 1.3e6));
};
const measured = (inverterId: string): Measurement[] =>
  Array.from({ length: (TO - FROM) / QUARTER_MS }, (_, i) => {
    const ms = FROM + i * QUARTER_MS;
    const devices = [{ device_id: inverterId, power_kw: pvKw(ms) }];
    const loadKw = 0.4 + 0.3 * Math.abs(Math.sin(ms / 7e5));
    return {
      time_from: iso(ms),
      time_to: iso(ms + QUARTER_MS),
      injection_kw: pvKw(ms) - loadKw,
      devices,
    };
  });

beforeAll(async () => {
  world = await World.open("2026-06-08T21:58:00Z");
  groupId = (await group(world)).id;
  for (const email of ["a@example.org", "b@example.org"])
    homes.push(await household(world, { email, groupId }));
  await world.sleepUntil("2026-06-16T08:46:00Z");
  for (const { location, inverter } of homes) {
    const all = measured(inverter.id);
    for (let i = 0; i < all.length; i += 500)
      await world.call("recordMeasurements", {
        params: { location_id: location.id },
        body: { measurements: all.slice(i, i + 500) },
      });
  }
  await world.sleepUntil(NOW);
}, 120_000);
afterAll(() => world.close());

it("forecasts of a location, a group and a zone have a band around each interval to come", async () => {
  const params = { location_id: homes[0]!.location.id };
  const answers = [
    await world.call("getLocationForecast", { params }),
    await world.call("getGroupForecast", { params: { group_id: groupId } }),
    await world.call("getBiddingZoneForecast", { params: { bidding_zone_id: "NL" } }),
  ];
  for (const { data } of answers) {
    expect(data.data.length).toBeGreaterThan(90);
    expect(data.weather).toBeUndefined();
    for (const { forecast, p10, p50, p90 } of data.data.slice(1)) {
      expect(p10!).toBeLessThanOrEqual(forecast);
      expect(p90!).toBeGreaterThanOrEqual(forecast);
      expect(p50!).toBeGreaterThanOrEqual(p10!);
      expect(p50!).toBeLessThanOrEqual(p90!);
    }
    const noon = data.data.find(({ time }) => time === "2026-06-16T11:00:00.000Z")!;
    expect(noon.p90! - noon.p10!).toBeGreaterThan(0.3);
  }
});

it("a group's band is narrower than its homes' bands side by side, and wider than one", async () => {
  const widthOf = ({ data }: { data: { time: string; p10?: number; p90?: number }[] }) => {
    const noon = data.find(({ time }) => time === "2026-06-16T11:00:00.000Z")!;
    return noon.p90! - noon.p10!;
  };
  const own = await Promise.all(
    homes.map(async ({ location }) =>
      widthOf(
        (await world.call("getLocationForecast", { params: { location_id: location.id } })).data,
      ),
    ),
  );
  const together = widthOf(
    (await world.call("getGroupForecast", { params: { group_id: groupId } })).data,
  );
  expect(together).toBeLessThanOrEqual(own[0]! + own[1]! + 0.002);
  expect(together).toBeGreaterThan(own[0]!);
});

it("a preview returns which change is sure, and records and history have no such field", async () => {
  const body = {
    type: "MAX_CONSUMPTION",
    time_from: "2026-06-16T11:00:00Z",
    time_to: "2026-06-16T12:00:00Z",
  } as const;
  const { data: preview } = await world.call("previewGroupControl", {
    params: { group_id: groupId },
    body,
  });
  expect(preview.results).toHaveLength(4);
  for (const [i, { delta }] of preview.results.entries()) {
    expect(delta).toBeLessThan(-1);
    expect(preview.sure![i]!).toBeLessThanOrEqual(0);
    expect(preview.sure![i]!).toBeGreaterThan(delta);
  }
  const issued = await world.post(`/v1/groups/${groupId}/control`, body);
  expect(await issued.text()).not.toContain("sure");
  const history = await world.request("/v1/bidding-zones/NL/historical");
  expect(await history.text()).not.toContain("p10");
});
