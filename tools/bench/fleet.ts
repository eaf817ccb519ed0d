import pg from "pg";
import type { Meter } from "./field.ts";

/**
 * Copies the demo fleet, which is in the database, until there are `locations` of them: customers,
 * locations (not simulated), devices, what they taught, how they stand and `days` of their record.
 * The zone's totals stay those of the demo: reading them costs the same whatever they sum up.
 */
export async function cloneFleet(url: string, locations: number, days: number): Promise<void> {
  const client = new pg.Client(url);
  await client.connect();
  const run = (text: string) => client.query(text);
  try {
    const { rows } = await client.query("select count(*)::int as n from locations");
    const copies = Math.ceil(locations / rows[0].n) - 1;
    await run(`create temp table copy as
      select l.id as from_id, c.n, l.id || '-' || c.n as to_id,
        l.customer_id as from_customer, l.customer_id || '-' || l.id || '-' || c.n as to_customer
      from locations l, generate_series(1, ${copies}) as c(n) limit ${locations - rows[0].n}`);
    await run(`insert into customers (id, created_at, name, email, language, group_id)
      select to_customer, c.created_at, c.name, to_customer || '@bench.example', c.language, c.group_id
      from copy join customers c on c.id = from_customer`);
    await run(`insert into locations
        (id, created_at, customer_id, bidding_zone, latitude, longitude, metadata)
      select to_id, l.created_at, to_customer, l.bidding_zone, l.latitude, l.longitude, l.metadata
      from copy join locations l on l.id = from_id`);
    await run(`insert into devices
        (id, created_at, location_id, name, device_type, brand, ratings)
      select d.id || '-' || n, d.created_at, to_id, d.name, d.device_type, d.brand, d.ratings
      from copy join devices d on d.location_id = from_id`);
    await run(`insert into profiles select to_id, p.until, p.pv, p.load, p.traits
      from copy join profiles p on p.location_id = from_id`);
    await run(`insert into live
      select to_id, l.stored_kwh, l.free_kwh, l.diverged_at, l.last_injection_kw,
        l.stored_total_kwh, l.measured_at
      from copy join live l on l.location_id = from_id`);
    await run(`insert into location_days
      select to_id, d.day, d.isps, d.forecast, d.upward, d.downward, d.actual, d.pv, d.load, d.flags
      from copy join location_days d on d.location_id = from_id
      where d.day > (select max(day) from location_days) - ${days}`);
    await run("analyze");
  } finally {
    await client.end();
  }
}

/** The meters of the copied locations. */
export async function metersOf(url: string): Promise<Meter[]> {
  const client = new pg.Client(url);
  await client.connect();
  try {
    const { rows } = await client.query<Meter>(`
      select d.location_id as "locationId", d.id as "deviceId"
      from devices d join locations l on l.id = d.location_id
      where d.device_type = 'METER' and l.simulation is null`);
    return rows;
  } finally {
    await client.end();
  }
}

/** Bytes a location's day takes on disk, its index and overflow included. */
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
