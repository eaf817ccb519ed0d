import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { openScripted, type ScriptedGateway } from "../support/scripted-gateway.ts";
import type { World } from "../support/service.ts";
import { household } from "../support/site.ts";

const NL = { bidding_zone_id: "NL" };
const MINUTE_MS = 60_000;
/** The interval that is reported late, thirty hours after it. */
const THEN = Date.parse("2026-06-15T10:00:00Z");
const NOW = "2026-06-16T16:00:30Z";
const iso = (ms: number) => new Date(ms).toISOString();
type Home = Awaited<ReturnType<typeof household>>;

let world: World;
let gateway: ScriptedGateway;
beforeEach(async () => {
  ({ world, gateway } = await openScripted("2026-06-15T09:58:30Z"));
});
afterEach(() => world.close());

/** Minute by minute over the line, as a device sends that was cut off. */
const tell = ({ location }: Home, from: number, to: number, injectionKw = 2) =>
  gateway.report({
    readings: Array.from({ length: to - from }, (_, i) => ({
      locationId: location.id,
      fromMs: THEN + (from + i) * MINUTE_MS,
      toMs: THEN + (from + i + 1) * MINUTE_MS,
      injectionKw,
      devices: [],
    })),
  });
const query = { start: iso(THEN), end: iso(THEN + 1) };
const recorded = async ({ location }: Home) => {
  const params = { location_id: location.id };
  const { data } = await world.call("getLocationHistorical", { params, query });
  return data.data[0]!.actual;
};
const counted = async () =>
  (await world.call("getBiddingZoneHistorical", { params: NL, query })).data.data[0]!.actual;

describe("MQTT measurements older than a day that arrive in batches", () => {
  it("are recorded once all fifteen minutes are there, and not before", async () => {
    const home = await household(world);
    await world.sleepUntil(NOW);
    for (const [from, to] of [
      [0, 8],
      [8, 11],
      [12, 15],
    ] as const) {
      tell(home, from, to);
      await world.service.tick();
      expect(await recorded(home)).toBeUndefined();
      expect(await counted()).toBeUndefined();
    }
    tell(home, 11, 12, 17);
    await world.service.tick();
    expect(await recorded(home)).toBe(3);
    expect(await counted()).toBe(3);
  });

  it("wait for the rest while later quarter-hours end", async () => {
    const home = await household(world);
    await world.sleepUntil(NOW);
    tell(home, 0, 7);
    await world.liveUntil("2026-06-16T16:46:30Z");
    await world.sleepUntil("2026-06-17T12:00:30Z");
    expect(await recorded(home)).toBeUndefined();
    tell(home, 7, 15);
    await world.service.tick();
    expect(await recorded(home)).toBe(2);
  });

  it("of many locations may be split anywhere, and count per location once complete", async () => {
    const homes: Home[] = [];
    for (const name of ["a", "b", "c", "d"])
      homes.push(await household(world, { email: `${name}@example.org` }));
    await world.sleepUntil(NOW);
    for (let minute = 0; minute < 15; minute++) {
      for (const [i, home] of homes.entries())
        if (i < 3 || minute !== 4) tell(home, minute, minute + 1, i);
      if (minute % 4 === 3) await world.service.tick();
    }
    await world.service.tick();
    expect(await Promise.all(homes.map(recorded))).toEqual([0, 1, 2, undefined]);
  });

  it("leave a record unchanged if its minutes are no longer stored", async () => {
    const home = await household(world);
    await world.sleepUntil("2026-06-15T10:16:30Z");
    tell(home, 0, 15, 5);
    await world.service.tick();
    await world.sleepUntil("2026-06-17T11:00:30Z");
    await world.liveUntil("2026-06-17T11:16:30Z");
    tell(home, 0, 14, -9);
    await world.service.tick();
    expect(await recorded(home)).toBe(5);
    tell(home, 14, 15, -9);
    await world.service.tick();
    expect(await recorded(home)).toBe(-9);
    expect(await counted()).toBe(-9);
  });
});
