import pg from "pg";

/**
 * Copies the demo fleet until the database has `locations` locations: customers, locations (not
 * simulated), devices, training state, live state and `days` of history. The totals of the zone are
 * unchanged: reading them costs the same for any number of locations.
 */
export async function cloneFleet(url: string, locations: number, days: number): Promise<void> {
  const client = new pg.Client(url);
  await client.connect();
  const run = (text: string) => client.query(text);
  try {
    const { rows } = await client.query("select count(*)::int as n from locations");
    const copies = Math.ceil(locations / rows[0].n) - 1;
    await run(`create temp table copy as
      select l.id as from_id, c.n, ${toCopyId("l.id", "c.n")} as to_id, l.customer_id as from_customer,
        ${toCopyId("l.customer_id", "row_number() over ()")} as to_customer
      from locations l, generate_series(1, ${copies}) as c(n) limit ${locations - rows[0].n}`);
    await copyRows(run, "customers", {
      from: "join copy on from_customer = row.id",
      values: { id: "to_customer", email: "to_customer || '@bench.example'" },
    });
    const ofLocation = "join copy on from_id = row.location_id";
    await copyRows(run, "locations", {
      from: "join copy on from_id = row.id",
      values: { id: "to_id", customer_id: "to_customer", simulation: "null", ...COORDINATES },
    });
    await copyRows(run, "devices", {
      from: ofLocation,
      values: { id: toCopyId("row.id", "n"), location_id: "to_id" },
    });
    for (const table of ["forecast_models", "live_state"])
      await copyRows(run, table, { from: ofLocation, values: { location_id: "to_id" } });
    await copyRows(run, "location_days", {
      from: `${ofLocation} where row.day > (select max(day) from location_days) - ${days}`,
      values: { location_id: "to_id" },
    });
    await run("analyze");
    // Without a checkpoint now, the writing of all these rows to disk would go on while others are timed.
    await run("checkpoint");
  } finally {
    await client.end();
  }
}

/** A copy's place in a box about as large as the Netherlands, by the hash of its id. */
const COORDINATES = {
  latitude: "51.2 + 2.0 * (hashtext(to_id) & 65535) / 65536.0",
  longitude: "4.0 + 2.6 * ((hashtext(to_id) >> 16) & 65535) / 65536.0",
};

/**
 * The id of a copy, as long as those of the service: its end is a number in hexadecimal digits, and it
 * begins with 1, where ids of the service have the 0 of their time.
 */
const toCopyId = (id: string, number: string): string =>
  `'1' || substr(left(${id}, -6), 2) || lpad(to_hex(${number}), 6, '0')`;

type Run = (text: string) => Promise<pg.QueryResult>;

/**
 * Copies rows of a table with all columns, including ones added later; `values` are the expressions
 * that differ from the original.
 */
async function copyRows(
  run: Run,
  table: string,
  { from, values }: { from: string; values: Record<string, string> },
): Promise<void> {
  const { rows } = await run(`select column_name as name from information_schema.columns
    where table_schema = current_schema() and table_name = '${table}' and is_generated = 'NEVER'
      and is_identity = 'NO'`);
  const names = rows.map((row) => String(row.name));
  const expressions = names.map((name) => values[name] ?? `row."${name}"`);
  await run(`insert into ${table} (${names.map((name) => `"${name}"`).join(", ")})
    select ${expressions.join(", ")} from ${table} as row ${from}`);
}

/**
 * Gives every third customer preferences: hours off at noon, some of them opted out or with a
 * maximum per month.
 */
export async function addPreferences(url: string): Promise<void> {
  const client = new pg.Client(url);
  await client.connect();
  try {
    await client.query(`
      insert into customer_preferences
        (customer_id, updated_at, opted_out, hours_off, max_hours_per_month)
      select id, now(), n % 10 = 0, '[{"days": [1, 2, 3, 4, 5], "fromMinute": 720, "toMinute": 840}]',
        case when n % 4 = 0 then 10 end
      from (select id, row_number() over (order by id) / 3 as n, row_number() over (order by id) % 3
          as part from customers) as numbered
      where part = 0 on conflict do nothing`);
  } finally {
    await client.end();
  }
}

const METERS_PER_PORTION = 2_000;

/**
 * The meters of the copied locations in portions, each a text of lines with the ids of location and device: objects would
 * count in the memory of the service. `part` selects every one of `of` meters.
 */
export async function listMeters(url: string, { part = 0, of = 1 } = {}): Promise<string[]> {
  const client = new pg.Client(url);
  await client.connect();
  try {
    const { rows } = await client.query<{ lines: string }>(`
      select string_agg(location_id || ',' || id, e'\n') as lines from (
        select d.location_id, d.id, row_number() over () - 1 as n
        from devices d join locations l on l.id = d.location_id
        where d.device_type = 'METER' and l.simulation is null) as numbered
      where n % ${of} = ${part} group by n / ${of * METERS_PER_PORTION}`);
    return rows.map(({ lines }) => lines);
  } finally {
    await client.end();
  }
}

/** Bytes on disk per location and day, including index and overflow. */
export async function bytesPerLocationDay(url: string): Promise<number> {
  const client = new pg.Client(url);
  await client.connect();
  try {
    await client.query("vacuum full location_days");
    const { rows } = await client.query(
      "select pg_total_relation_size('location_days')::float8 / count(*) as bytes from location_days",
    );
    return rows[0].bytes;
  } finally {
    await client.end();
  }
}
