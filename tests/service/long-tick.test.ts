import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { HeldTotals } from "../support/held-totals.ts";
import { openScripted, type ScriptedGateway } from "../support/scripted-gateway.ts";
import type { World } from "../support/service.ts";
import { group, household } from "../support/site.ts";

const NL = { bidding_zone_id: "NL" };
const START = "2026-06-15T10:00:30Z";
const at = (time: string) => `2026-06-15T${time}Z`;
const minutes = Array.from({ length: 9 }, (_, i) => at(`10:${16 + i}:00.100`));

let world: World;
let totals: HeldTotals | undefined;
let gateway: ScriptedGateway;
beforeEach(async () => {
  ({ world, gateway } = await openScripted(START));
});
afterEach(async () => {
  await totals?.release();
  await world.close();
});

const controlZone = async (time_to: string) =>
  (
    await world.call("controlBiddingZone", {
      params: NL,
      body: { type: "ZERO_EXPORT", time_to },
    })
  ).data;

/** Read one after another, so that all waiting transactions have begun meanwhile. */
const readsGoOn = async () => {
  for (let i = 0; i < 20; i++) {
    expect((await world.call("listCustomers")).status).toBe(200);
    expect((await world.call("getBiddingZoneStatus", { params: NL })).status).toBe(200);
  }
};

describe("while a tick takes long", () => {
  it("setpoints are renewed each minute, so that no device reverts", async () => {
    await household(world);
    await controlZone(at("20:00:00"));
    await world.liveUntil(at("10:14:30"));
    totals = await HeldTotals.of(world.databaseUrl);
    world.setClock(at("10:15:00.100"));
    const ticking = world.service.tick();
    await totals.areWaitedForBy(1);
    for (const time of minutes) {
      const before = gateway.told.length;
      world.setClock(time);
      await world.service.exchange();
      expect(gateway.told).toHaveLength(before + 1);
      expect(gateway.told.at(-1)!.validUntilMs).toBeGreaterThan(world.nowMs + 4 * 60_000);
    }
    await totals.release();
    await ticking;
  });

  it("setpoints are renewed also while late measurements wait for it", async () => {
    const { location } = await household(world);
    await controlZone(at("20:00:00"));
    await world.liveUntil(at("10:14:30"));
    totals = await HeldTotals.of(world.databaseUrl);
    world.setClock(at("10:15:00.100"));
    const ticking = world.service.tick();
    await totals.areWaitedForBy(1);
    const fromMs = Date.parse(at("10:00:00"));
    const late = { fromMs, toMs: fromMs + 60_000, injectionKw: 1, devices: [] };
    const talks: Promise<void>[] = [];
    for (const time of minutes.slice(0, 4)) {
      const before = gateway.told.length;
      gateway.report({ readings: [{ ...late, locationId: location.id }] });
      world.setClock(time);
      talks.push(world.service.exchange());
      await expect.poll(() => gateway.told).toHaveLength(before + 1);
    }
    await totals.release();
    await Promise.all([ticking, ...talks]);
  });

  it("an accepted control is dispatched at once, and acknowledgements are received", async () => {
    const { location, inverter } = await household(world);
    gateway.answers(location.id, [inverter.id]);
    await world.liveUntil(at("10:14:30"));
    totals = await HeldTotals.of(world.databaseUrl);
    world.setClock(at("10:15:00.100"));
    const ticking = world.service.tick();
    await totals.areWaitedForBy(1);
    world.setClock(at("10:16:20"));
    const { id } = await controlZone(at("10:30:00"));
    await expect.poll(() => gateway.told).toHaveLength(1);
    const executed = async () => {
      const { data } = await world.call("getControlDelivery", { params: { control_id: id } });
      return data.devices.executed;
    };
    await expect.poll(executed).toBe(1);
    await totals.release();
    await ticking;
  });
});

describe("while batches of measurements wait for the totals", () => {
  it("reads continue, however many wait, and each batch is recorded in the end", async () => {
    const { location } = await household(world);
    await world.liveUntil(at("10:16:30"));
    totals = await HeldTotals.of(world.databaseUrl);
    const params = { location_id: location.id };
    const times = { time_from: at("10:00:00"), time_to: at("10:15:00") };
    const posts = Array.from({ length: 15 }, (_, i) =>
      world.call("recordMeasurements", {
        params,
        body: { measurements: [{ ...times, injection_kw: i }] },
      }),
    );
    await totals.areWaitedForBy(1);
    await readsGoOn();
    await totals.release();
    expect(new Set((await Promise.all(posts)).map(({ status }) => status))).toEqual(new Set([200]));
  });
});

describe("while membership changes wait for the totals", () => {
  it("reads continue, however many wait, and each change is made in the end", async () => {
    const { id: group_id } = await group(world);
    const homes = [];
    for (let i = 0; i < 12; i++)
      homes.push(await household(world, { email: `home${i}@example.org` }));
    await world.liveUntil(at("10:01:30"));
    totals = await HeldTotals.of(world.databaseUrl);
    const moves = homes.map(({ customer }) =>
      world.call("updateCustomer", {
        params: { customer_id: customer.id },
        body: { name: customer.name, group_id },
      }),
    );
    await totals.areWaitedForBy(1);
    await readsGoOn();
    await totals.release();
    expect(new Set((await Promise.all(moves)).map(({ status }) => status))).toEqual(new Set([200]));
  });
});
