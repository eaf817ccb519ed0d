import pg from "pg";
import { afterEach, expect, it } from "vitest";
import type { DeviceClass, DeviceHistoricalItem, Measurement } from "../../lib/contract/index.ts";
import { migrationSql } from "../support/migrate-until.ts";
import { getOwnerUrl } from "../support/postgres.ts";
import { World } from "../support/service.ts";
import { group, household } from "../support/site.ts";

const QUARTER_MS = 15 * 60_000;
const NOON = Date.parse("2026-06-15T10:00:00Z");
const iso = (ms: number) => new Date(ms).toISOString();
const query = { start: iso(NOON - 24 * 4 * QUARTER_MS), end: iso(NOON + 8 * QUARTER_MS) };

let world: World;
afterEach(() => world.close());

/** Reverts the renames of the later migration `0010_standard_names`. */
const OLD_NAMES = `
  alter table service_state rename to facts;
  alter table facts rename constraint service_state_pkey to facts_pkey;
  alter table group_history rename to moves;
  alter table moves rename constraint group_history_location_id_until_pk to moves_location_id_until_pk;
  alter table live_state rename to live;
  alter table live rename constraint live_state_pkey to live_pkey;
  alter table live rename constraint live_state_location_id_locations_id_fk to live_location_id_locations_id_fk;
  alter table area_forecasts rename to area_expectations;
  alter table area_expectations
    rename constraint area_forecasts_kind_area_id_pk to area_expectations_kind_area_id_pk;
  alter table forecast_models rename to profiles;
  alter table profiles rename constraint forecast_models_pkey to profiles_pkey;
  alter table profiles
    rename constraint forecast_models_location_id_locations_id_fk to profiles_location_id_locations_id_fk;
  alter table profiles rename column parameters to traits;
  alter table area_days rename column recent to heard;
  alter table area_days rename column pv_recent to pv_heard;
  alter table area_days rename column battery_recent to battery_heard;
  alter table controls rename column cancelled_effect to given_back;
  alter table deliveries rename column acknowledged_at to answered_at;`;

/** Reverts a database to before the device history, and migrates it. */
async function goThroughIt(url: string) {
  const client = new pg.Client(url);
  await client.connect();
  await client.query(OLD_NAMES);
  await client.query(`
    alter table location_days drop column battery;
    alter table area_days drop column pv, drop column pv_heard, drop column pv_reporting,
      drop column battery, drop column battery_heard, drop column battery_reporting;
    alter table live drop column pv_at, drop column battery_at;
    update location_days set flags = (
      select string_agg(set_byte('\\x00', 0, get_byte(flags, i) & 7), ''::bytea order by i)
      from generate_series(0, isps - 1) i)`);
  await client.query(migrationSql("service", "0003_device_history"));
  await client.query(migrationSql("service", "0010_standard_names"));
  await client.end();
}

async function home(email: string, groupId: string) {
  const made = await household(world, { email, groupId, batteryKwh: 10 });
  const of = { location_id: made.location.id, device_type: "BATTERY" };
  const { data } = await world.call("listDevices", { query: of });
  return { ...made, battery: data.data[0]! };
}
type Home = Awaited<ReturnType<typeof home>>;

const post = (one: Home, fromMs: number, injection_kw: number, panels: number, battery: number) => {
  const told: Measurement = {
    time_from: iso(fromMs),
    time_to: iso(fromMs + QUARTER_MS),
    injection_kw,
    devices: [
      { device_id: one.inverter.id, power_kw: panels },
      { device_id: one.battery.id, power_kw: battery },
    ],
  };
  const params = { location_id: one.location.id };
  return world.call("recordMeasurements", { params, body: { measurements: [told] } });
};

/** The history of both classes at every location, in every group and the zone. */
async function histories(homes: Home[], groups: string[]) {
  const all: DeviceHistoricalItem[][] = [];
  for (const device_type of ["SOLAR_INVERTER", "BATTERY"] satisfies DeviceClass[]) {
    for (const { location } of homes) {
      const params = { location_id: location.id, device_type };
      all.push((await world.call("getLocationDeviceHistorical", { params, query })).data.data);
    }
    for (const group_id of groups) {
      const params = { group_id, device_type };
      all.push((await world.call("getGroupDeviceHistorical", { params, query })).data.data);
    }
    const params = { bidding_zone_id: "NL", device_type };
    all.push((await world.call("getBiddingZoneDeviceHistorical", { params, query })).data.data);
  }
  return all;
}

it("device measurements from before the device history are recovered, and counted where they belong", async () => {
  world = await World.open("2026-06-15T09:58:30Z");
  const [north, south] = [(await group(world, "North")).id, (await group(world, "South")).id];
  const homes = [await home("a@x.example", north), await home("b@x.example", south)];
  const gone = await home("c@x.example", north);
  for (let i = 0; i < 6; i++) {
    await world.liveUntil(iso(NOON + (i + 1) * QUARTER_MS + 60_000));
    for (const [j, one] of [...homes, gone].entries())
      if (i !== 2 || j > 0) await post(one, NOON + i * QUARTER_MS, 1 - i / 4, 2.5 + j, j - i / 8);
    if (i === 3) {
      const params = { customer_id: homes[0]!.customer.id };
      await world.call("updateCustomer", { params, body: { name: "A", group_id: south } });
      await world.call("deleteCustomer", { params: { customer_id: gone.customer.id } });
    }
  }
  const kept = await histories(homes, [north, south]);
  expect(kept.flat().filter((item) => item.actual !== undefined).length).toBeGreaterThan(30);
  await world.close();
  await goThroughIt(getOwnerUrl("service", world.databaseUrl));
  world = await World.open(iso(world.nowMs), { databaseUrl: world.databaseUrl });
  const shown = (all: DeviceHistoricalItem[][]) =>
    all.map((items) => items.map(({ expected: _expected, ...item }) => item));
  expect(shown(await histories(homes, [north, south]))).toEqual(shown(kept));
});
