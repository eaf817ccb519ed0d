import { createHash } from "node:crypto";
import { createServer, type RequestListener } from "node:http";
import { serve } from "@hono/node-server";
import { type Context, Hono } from "hono";
import pg from "pg";

/**
 * What the service's answers are compared with, on the same database: Hono that hashes the key and
 * runs one prepared statement for page and total, and node:http that stringifies a fixed answer.
 * Started by the bench with the database's URL; it prints its ports.
 */
const pool = new pg.Pool({ connectionString: process.argv[2], max: 10 });

/** The statement of each list, in its order; locations and devices with the details of the service's answer. */
const LISTS: Record<string, string> = {
  controls:
    "select *, (select count(*)::int from controls) as total from controls order by seq desc",
  groups: "select *, (select count(*)::int from groups) as total from groups order by name, id",
  customers: `select *, (select count(*)::int from customers where deleted_at is null) as total
    from customers where deleted_at is null order by name, id`,
  locations: `select l.*, c.name, c.group_id, s.measured_at, o.online,
      (select row(count(*), sum((ratings ->> 'pv_peak_kw')::float8),
          sum((ratings ->> 'capacity_kwh')::float8), min((ratings ->> 'connection_limit_kw')::float8))
        from devices d where d.location_id = l.id and d.deleted_at is null) as devices,
      (select max(k.seq) filter (where v.executed > 0) >= max(k.seq)
        from controls k join deliveries v on v.control_id = k.id
        where v.location_id = l.id and k.time_from <= now() and k.stop_at > now()) as responding,
      (select count(*)::int from locations where deleted_at is null) as total
    from locations l join customers c on c.id = l.customer_id
    left join live_state s on s.location_id = l.id left join connections o on o.location_id = l.id
    where l.deleted_at is null order by lower(left(coalesce(l.metadata ->> 'address', ''), 200)), l.id`,
  devices: `select d.*, l.metadata, (select count(*)::int from devices where deleted_at is null) as total
    from devices d join locations l on l.id = d.location_id where d.deleted_at is null order by d.name, d.id`,
};

const hashKey = (c: Context) =>
  createHash("sha256")
    .update(c.req.header("x-api-key") ?? "")
    .digest();

const app = new Hono();
app.get("/v1/:list", async (c) => {
  hashKey(c);
  const name = c.req.param("list");
  const size = Number(c.req.query("page_size"));
  const { rows } = await pool.query({
    name,
    text: `${LISTS[name]!} limit $1 offset $2`,
    values: [size, Number(c.req.query("page") ?? 0) * size],
  });
  c.header("X-Total-Count", String(rows[0]?.total ?? 0));
  return c.json({ data: rows });
});
app.get("/v1/devices/:id", async (c) => {
  hashKey(c);
  const { rows } = await pool.query({
    name: "device",
    text: `select d.*, l.metadata from devices d join locations l on l.id = d.location_id
      where d.id = $1 and d.deleted_at is null`,
    values: [c.req.param("id")],
  });
  return c.json(rows[0]);
});
const hono = serve({ fetch: app.fetch, hostname: "127.0.0.1", port: 0 });

/** The answer that was measured, given by the bench; stringified for each request. */
let fixed: unknown = null;
const stringify: RequestListener = (_, response) => {
  response.setHeader("Content-Type", "application/json");
  response.end(JSON.stringify(fixed));
};
const raw = createServer(stringify).listen(0, "127.0.0.1");

const portOf = (server: { address(): unknown }) => (server.address() as { port: number }).port;
const listening = (server: { once(event: "listening", onListening: () => void): unknown }) =>
  new Promise<void>((done) => void server.once("listening", done));
await Promise.all([listening(hono), listening(raw)]);
process.on("message", (message) => {
  fixed = message;
  process.send!({ ready: true });
});
process.on("disconnect", () => process.exit(0));
process.send!({ hono: portOf(hono), raw: portOf(raw) });
