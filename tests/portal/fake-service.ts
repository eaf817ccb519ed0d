import { serve } from "@hono/node-server";
import { Hono, type Context } from "hono";
import type { AddressInfo } from "node:net";
import { onTestFinished } from "vitest";
import {
  NO_PREFERENCE_LIMITS,
  operations,
  type Control,
  type OperationId,
} from "../../lib/contract/index.ts";
import * as plant from "./fixtures.ts";

export const API_KEY = "flex_test_0123456789abcdef";

export interface Seen {
  method: string;
  path: string;
  search: string;
  headers: Headers;
  body: string;
}

type Handler = (context: Context, controls: Control[]) => unknown;

const found = (context: Context, thing: object | undefined) =>
  thing ? context.json(thing) : context.json({ wrong: "no such thing" }, 404);

const paged = (context: Context, data: object[], total = data.length) =>
  context.json({ data }, 200, { "X-Total-Count": String(total) });

const byId = <T extends { id: string }>(things: T[], id: string | undefined) =>
  things.find((thing) => thing.id === id);

const customers = [plant.anna, plant.bram];
const locations = [plant.annasHouse, plant.bramsHouse];
const devices = [plant.annasInverter, plant.bramsInverter];
const issue: Handler = (context, controls) => {
  const issued = plant.control(`ctrl_${controls.length + 1}`);
  controls.unshift(issued);
  return context.json(issued);
};
const detailed = (controls: Control[], context: Context) => {
  const known = byId(controls, context.req.param("control_id"));
  return known && plant.detail(known);
};
const status = (context: Context) =>
  context.json({
    time: "2026-06-01T10:00:00Z",
    isp: 49,
    measured_at: null,
    actual: null,
    forecast: null,
    upward: null,
    downward: null,
    locations: 1,
    reporting: 0,
    devices: 1,
    data_source: "none",
    curtailed: 0,
    state_of_charge: null,
  });
const series = (context: Context) =>
  context.json({
    data: [{ time: "2026-06-01T10:00:00", forecast: 4, upward: 0, downward: 4, actual: 3.5 }],
  });

const preferences: Handler = (context) =>
  context.json({
    opted_out: false,
    battery_reserve: 0,
    hours_off: [],
    max_hours_per_month: null,
    email_notices: true,
    updated_at: null,
    allowed: NO_PREFERENCE_LIMITS,
  });
const optOut = (opted_out: boolean) => (context: Context) =>
  context.json({ opted_out, effective_from: null });

/** The ten, as a plain service answers them. */
const ten: Partial<Record<OperationId, Handler>> = {
  controlBiddingZone: issue,
  controlGroup: issue,
  listControls(context, controls) {
    const page = Number(context.req.query("page"));
    const size = Number(context.req.query("page_size"));
    return context.json({ data: controls.slice(page * size, (page + 1) * size) });
  },
  async updateCustomer(context) {
    const known = byId(customers, context.req.param("customer_id"));
    return found(context, known && { ...known, ...(await context.req.json()) });
  },
  deleteCustomer: (context) => found(context, byId(customers, context.req.param("customer_id"))),
  createGroup: async (context) =>
    context.json({ ...plant.north, id: "grp_new", ...(await context.req.json()) }),
  async createLocation(context) {
    const body = (await context.req.json()) as { customer_id: string; metadata?: object };
    const id = `loc_of_${body.customer_id}`;
    const { created_at } = plant.annasHouse;
    return context.json({ id, created_at, ...body, metadata: body.metadata ?? {} });
  },
  getBiddingZoneHistorical: series,
  getLocationHistorical: series,
  getDevice: (context) => found(context, byId(devices, context.req.param("device_id"))),
};

/** The extensions; the lists ignore every filter, as a careless service might. */
const extensions: Partial<Record<OperationId, Handler>> = {
  listCustomers: (context) => paged(context, customers),
  getCustomer: (context) => found(context, byId(customers, context.req.param("customer_id"))),
  listLocations: (context) => paged(context, locations),
  getLocation: (context) => found(context, byId(locations, context.req.param("location_id"))),
  getLocationForecast: series,
  getLocationPlannedChanges: (context) =>
    context.json({ data: [{ time: "2026-06-01T10:00:00", change: -2.5 }] }),
  getLocationDeviceHistorical: series,
  getLocationStatus: status,
  listDevices: (context) => paged(context, devices),
  getControl: (context, controls) => found(context, detailed(controls, context)),
  cancelControl(context, controls) {
    const known = detailed(controls, context);
    return found(context, known && { ...known, ...plant.cancelledAt(known) });
  },
  getControlDelivery: (context, controls) =>
    found(context, detailed(controls, context) && plant.delivery(context.req.param("control_id")!)),
  listControlDeliveries: (context) => paged(context, [plant.annasDelivery], 41),
  listControlCustomers: (context) =>
    context.json({ control_id: context.req.param("control_id"), customer_ids: [], next: null }),
  listCustomerControls: (context) => paged(context, []),
  listLocationControls: (context) => paged(context, []),
  getCustomerControlValue: (context) => context.json({ ...context.req.param(), revisions: [] }),
  getCustomerStatement: (context) =>
    context.json(plant.statement(context.req.param("customer_id")!, context.req.param("month")!)),
  checkCustomerStatement: (context) => context.json(plant.statementCheck),
  getCustomerLostEnergy: (context) => context.json({ data: [] }),
  getCustomerPreferences: preferences,
  updateCustomerPreferences: preferences,
  optOutOfControl: optOut(true),
  optInToControl: optOut(false),
};

export interface FakeService {
  baseUrl: string;
  /** Every request it got, oldest first. */
  seen: Seen[];
  controls: Control[];
}

/** A service that speaks the interface, started for one test. */
export function startFakeService(kind: "ten only" | "with extensions"): Promise<FakeService> {
  const controls: Control[] = [];
  const handlers = kind === "ten only" ? ten : { ...ten, ...extensions };
  const app = new Hono();
  for (const [operation, handler] of Object.entries(handlers) as [OperationId, Handler][]) {
    const { method, path } = operations[operation];
    app.on(
      method.toUpperCase(),
      path.replace(/\{(\w+)\}/g, ":$1"),
      (context) => handler(context, controls) as Response,
    );
  }
  if (kind === "with extensions") app.get("/v1/openapi.json", (c) => c.json(documentOf(handlers)));
  return startService(app.fetch, controls);
}

function documentOf(handlers: Partial<Record<OperationId, Handler>>) {
  const paths: Record<string, Record<string, object>> = {};
  for (const operation of Object.keys(handlers) as OperationId[]) {
    const { method, path, headers } = operations[operation];
    const parameters = Object.keys(headers.shape).map((name) => ({ in: "header", name }));
    (paths[path] ??= {})[method] = { parameters };
  }
  return { openapi: "3.1.0", paths };
}

/** Serves a handler on a free port until the test ends, behind the key check. */
export async function startService(
  fetch: (request: Request) => Response | Promise<Response>,
  controls: Control[] = [],
): Promise<FakeService> {
  const seen: Seen[] = [];
  const watched = async (request: Request) => {
    const { pathname, search } = new URL(request.url);
    const { method, headers } = request;
    seen.push({ method, path: pathname, search, headers, body: await request.clone().text() });
    if (headers.get("x-api-key") !== API_KEY) return Response.json({}, { status: 401 });
    return fetch(request);
  };
  const server = serve({ fetch: watched, port: 0, hostname: "127.0.0.1" });
  await new Promise((resolve) => server.once("listening", resolve));
  onTestFinished(() => {
    if ("closeAllConnections" in server) server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return { baseUrl: `http://127.0.0.1:${port}`, seen, controls };
}
