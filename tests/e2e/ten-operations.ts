import { serve } from "@hono/node-server";
import { Hono, type Context } from "hono";
import { randomUUID } from "node:crypto";
import type { AddressInfo } from "node:net";
import type {
  Control,
  ControlOrder,
  Customer,
  Device,
  Group,
  HistoricalDataItem,
  Location,
} from "../../lib/contract/index.ts";

const QUARTER = 15 * 60_000;
const floorQuarter = (ms: number) => Math.floor(ms / QUARTER) * QUARTER;
const stamp = (ms: number) => new Date(ms).toISOString();

/** A service that has the ten documented operations and nothing else, with its data in reach. */
export interface TenOperations {
  baseUrl: string;
  apiKey: string;
  customer: Customer;
  device: Device;
  controls: Control[];
  groups: Group[];
  locations: Location[];
  /** The remaining customers, by id. */
  customers: Map<string, Customer>;
  /** Method and path of every request that came with the key. */
  seen: string[];
  close(): void;
}

const born = "2025-03-01T08:00:00Z";
const newCustomer = (): Customer => ({
  id: "cus_elsewhere",
  created_at: born,
  name: "Hoeve Elders",
  email: "hoeve@elsewhere.example",
  language: "nl-NL",
  group_id: null,
});
const newDevice = (): Device => ({
  id: "0190a7e2-5b1c-7d3e-8f4a-6b5c4d3e2f10",
  created_at: born,
  location_id: "loc_elsewhere",
  name: "Barn inverter",
  device_type: "SOLAR_INVERTER",
  brand: "BRAND_C",
  icon_url: "https://media.elsewhere.example/icons/inverter.png",
});

function quarters(fromMs: number, toMs: number): number[] {
  const first = floorQuarter(fromMs + QUARTER - 1);
  return Array.from({ length: Math.max(0, Math.ceil((toMs - first) / QUARTER)) }, (_, index) => {
    return first + index * QUARTER;
  });
}

function history(context: Context) {
  const nowMs = Date.now();
  const endMs = Date.parse(context.req.query("end") || stamp(nowMs));
  const startMs = Date.parse(context.req.query("start") || stamp(endMs - 30 * 96 * QUARTER));
  const data: HistoricalDataItem[] = quarters(startMs, Math.min(endMs, floorQuarter(nowMs))).map(
    (ms) => ({ time: stamp(ms), forecast: 42, upward: 7, downward: 21, actual: 40.5 }),
  );
  return context.json({ data });
}

async function issue(context: Context, controls: Control[]) {
  const order = (await context.req.json()) as ControlOrder;
  const fromMs = order.time_from ? Date.parse(order.time_from) : floorQuarter(Date.now());
  const toMs = order.time_to ? Date.parse(order.time_to) : floorQuarter(fromMs) + QUARTER;
  const effect = (ms: number, index: number) => ({
    time_from: stamp(ms),
    time_to: stamp(Math.min(ms + QUARTER, toMs)),
    isp: index + 1,
    before: 42,
    after: 0,
    delta: -42,
  });
  const control: Control = {
    id: `ctrl_${randomUUID()}`,
    created_at: stamp(Date.now()),
    time_from: stamp(fromMs),
    time_to: stamp(toMs),
    type: order.type,
    results: quarters(floorQuarter(fromMs), toMs).map(effect),
  };
  controls.unshift(control);
  return context.json(control);
}

function routesOf(has: Omit<TenOperations, "baseUrl" | "close">) {
  const { controls, groups, locations, customers, device } = has;
  const app = new Hono();
  const missing = (context: Context) => context.json({ message: "not here" }, 404);
  app.use(async (context, next) => {
    if (context.req.header("x-api-key") !== has.apiKey) return context.json({}, 401);
    has.seen.push(`${context.req.method} ${context.req.path}`);
    return next();
  });
  app.post("/v1/bidding-zones/NL/control", (context) => issue(context, controls));
  app.post("/v1/groups/:id/control", (context) => issue(context, controls));
  app.get("/v1/controls", (context) => {
    const page = Number(context.req.query("page") ?? 0);
    const size = Number(context.req.query("page_size") ?? 10);
    return context.json({ data: controls.slice(page * size, (page + 1) * size) });
  });
  app.post("/v1/customers/:id", async (context) => {
    const customer = customers.get(context.req.param("id"));
    if (!customer) return missing(context);
    const changed = { ...customer, ...(await context.req.json()) } as Customer;
    customers.set(customer.id, changed);
    return context.json(changed);
  });
  app.delete("/v1/customers/:id", (context) => {
    const customer = customers.get(context.req.param("id"));
    if (!customer) return missing(context);
    customers.delete(customer.id);
    return context.json(customer);
  });
  app.post("/v1/groups", async (context) => {
    const body = (await context.req.json()) as Pick<Group, "name" | "bidding_zone">;
    const group: Group = { id: randomUUID(), created_at: born, ...body };
    groups.push(group);
    return context.json(group);
  });
  app.post("/v1/locations", async (context) => {
    const body = (await context.req.json()) as Omit<Location, "id" | "created_at">;
    const made: Location = { id: randomUUID(), created_at: born, ...body };
    locations.push({ ...made, metadata: body.metadata ?? {} });
    return context.json(locations.at(-1));
  });
  app.get("/v1/bidding-zones/NL/historical", history);
  app.get("/v1/locations/:id/historical", history);
  app.get("/v1/devices/:id", (context) =>
    context.req.param("id") === device.id ? context.json(device) : missing(context),
  );
  app.notFound(missing);
  return app;
}

/** Starts such a service on a free port. */
export async function startTenOperations(): Promise<TenOperations> {
  const customer = newCustomer();
  const has = {
    apiKey: "elsewhere_0123456789abcdef",
    customer,
    device: newDevice(),
    controls: [],
    groups: [],
    locations: [],
    customers: new Map([[customer.id, customer]]),
    seen: [],
  };
  const server = serve({ fetch: routesOf(has).fetch, port: 0, hostname: "127.0.0.1" });
  await new Promise((resolve) => server.once("listening", resolve));
  const { port } = server.address() as AddressInfo;
  const close = () => {
    if ("closeAllConnections" in server) server.closeAllConnections();
    server.close();
  };
  return { ...has, baseUrl: `http://127.0.0.1:${port}`, close };
}
