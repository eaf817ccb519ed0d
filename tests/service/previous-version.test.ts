import pg from "pg";
import { expect, it, onTestFinished } from "vitest";
import { migrateService } from "../../service/store/schema-guard.ts";
import { migrateUntil } from "../support/migrate-until.ts";
import { getRole } from "../../runtime/databases/roles.ts";
import { emptyDatabase, getOwnerUrl } from "../support/postgres.ts";
import { World } from "../support/service.ts";

const START = "2026-06-15T10:00:30Z";
/** The last migration before instances kept the fleet in memory. */
const LAST = "0016_forecast_median";
/** Tables that others refer to come first. */
const REFERENCED = ["groups", "customers", "locations", "devices", "controls"];
/** The tables that rows of older ones are in now. */
const MOVED: Record<string, string> = { control_effects: "deliveries" };
const NL = { bidding_zone_id: "NL" };

/** Copies the rows of every table of an older layout from a database of the present one. */
async function copyRows(from: pg.Client, to: pg.Client): Promise<string[]> {
  const { rows: tables } = await to.query<{ name: string; columns: string[] }>(
    `
    select table_name as name, array_agg(quote_ident(column_name)) as columns
    from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
    where table_schema = 'public' and table_type = 'BASE TABLE' and is_generated = 'NEVER'
      and table_name not like 'api_calls%' and table_name <> 'leases'
    group by 1 order by array_position($1::text[], table_name::text), 1`,
    [REFERENCED],
  );
  for (const { name, columns } of tables) {
    const list = columns.join(", ");
    const { rows } = await from.query(
      `select json_agg(row_to_json(r))::text as all from (select ${list} from ${MOVED[name] ?? name}) as r`,
    );
    if (rows[0].all)
      await to.query(
        `insert into ${name} (${list}) overriding system value
         select ${list} from json_populate_recordset(null::${name}, $1::json)
         on conflict do nothing`,
        [rows[0].all],
      );
  }
  await to.query(
    "select setval(pg_get_serial_sequence('controls', 'seq'), (select max(seq) from controls))",
  );
  return tables.map(({ name }) => name);
}

/** Writes how far the jobs have come as the older layout has it. */
async function copyProgress(from: pg.Client, to: pg.Client): Promise<void> {
  const { rows } = await from.query<Record<string, Date>>(
    "select recorded_until, frozen_quarter, renewed_minute from partitions",
  );
  const { recorded_until, frozen_quarter, renewed_minute } = rows[0]!;
  const progress = {
    ticked_until: recorded_until,
    frozen_quarter,
    setpoints_renewed_minute: renewed_minute,
  };
  for (const [key, moment] of Object.entries(progress))
    await to.query("insert into service_state values ($1, to_jsonb($2::bigint))", [
      key,
      moment!.getTime(),
    ]);
}

async function answers(world: World) {
  const draft = { type: "MAX_CONSUMPTION" as const, time_from: "2026-06-15T12:00:00Z" };
  const { data: listed } = await world.call("listControls");
  const id = listed.data[0]!.id;
  const query = { start: "2026-06-14T00:00:00Z" };
  return {
    listed,
    control: (await world.call("getControl", { params: { control_id: id } })).data,
    delivery: (await world.call("getControlDelivery", { params: { control_id: id } })).data,
    devices: (await world.call("listDevices", { query: { page_size: 100 } })).data,
    history: (await world.call("getBiddingZoneHistorical", { params: NL, query })).data,
    forecast: (await world.call("getBiddingZoneForecast", { params: NL })).data,
    preview: (await world.call("previewBiddingZoneControl", { params: NL, body: draft })).data,
  };
}

it("continues with the data of the version before: history, controls, forecasts and plans", async () => {
  const present = await World.open(START, { demo: 2 });
  onTestFinished(() => present.close());
  const body = { type: "ZERO_EXPORT" as const, time_to: "2026-06-15T11:00:00Z" };
  await present.call("controlBiddingZone", { params: NL, body });
  await present.liveUntil("2026-06-15T10:20:30Z");
  const expected = await answers(present);

  const databaseUrl = await emptyDatabase("service");
  const [from, to] = [
    new pg.Client(present.databaseUrl),
    new pg.Client(getOwnerUrl("service", databaseUrl)),
  ];
  await Promise.all([from.connect(), to.connect()]);
  await migrateUntil(to, "service", LAST);
  const tables = await copyRows(from, to);
  expect(tables).toEqual(expect.arrayContaining(["controls", "control_effects", "location_days"]));
  await copyProgress(from, to);
  await Promise.all([from.end(), to.end()]);

  await migrateService(getOwnerUrl("service", databaseUrl), getRole("service"));
  const moved = new pg.Client(databaseUrl);
  await moved.connect();
  const { rows: progress } = await moved.query("select recorded_until::text from partitions");
  expect(progress).toEqual([{ recorded_until: expect.stringContaining("10:20:00") }]);
  await moved.end();
  const later = await World.open("2026-06-15T10:20:30Z", { demo: 2, databaseUrl });
  onTestFinished(() => later.close());
  // Who issued a control was not recorded before.
  expect(expected.control.issued_by).not.toBeNull();
  const control = { ...expected.control, issued_by: null };
  expect(await answers(later)).toEqual({ ...expected, control });
  await later.call("controlBiddingZone", { params: NL, body: { type: "MAX_CONSUMPTION" } });
  const { data } = await later.call("listControls");
  expect(data.data.slice(1)).toEqual(expected.listed.data);
});
