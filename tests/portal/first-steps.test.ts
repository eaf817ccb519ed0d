import { beforeEach, expect, test } from "vitest";
import { operations, type OperationId } from "../../lib/contract/index.ts";
import { createAccount } from "../../lib/portal/db/accounts.ts";
import type { User } from "../../lib/portal/db/sessions.ts";
import { readSetup } from "../../lib/portal/queries/setup.ts";
import { hideFirstSteps } from "../../lib/portal/users/account.ts";
import { startFakeService, startService, type FakeService } from "./fake-service.ts";
import { anna, annasHouse, annasInverter } from "./fixtures.ts";
import { callPortalRoute } from "./portal-route-client.ts";
import { NOW, portalWorld } from "./portal-world.ts";

const world = portalWorld();

/** What an installation answers, by path; an empty one at first. */
let answers: Record<string, object | number>;
const forecast = { data: [] };
const prices = {
  market: "day-ahead",
  unit: "EUR/MWh",
  as_of: NOW.toISOString(),
  status: "unknown",
  missing: 192,
  known_until: null,
  tomorrow_known: false,
  gate_closure: NOW.toISOString(),
  feeds: [],
  data: [],
};
const status = {
  time: NOW.toISOString(),
  isp: 49,
  measured_at: null as string | null,
  actual: null,
  forecast: null,
  upward: null,
  downward: null,
  locations: 0,
  reporting: 0,
  devices: 0,
  data_source: "none",
  curtailed: 0,
  state_of_charge: null,
};

beforeEach(() => {
  answers = {
    "/v1/customers": { data: [] },
    "/v1/locations": { data: [] },
    "/v1/devices": { data: [] },
    "/v1/api-keys": { data: [] },
    "/v1/bidding-zones/NL/forecast": forecast,
    "/v1/bidding-zones/NL/prices": prices,
    "/v1/bidding-zones/NL/positions": { data: [] },
    [`/v1/customers/${anna.id}/terms`]: { data: [], default: [] },
    "/v1/bidding-zones/NL/status": status,
  };
});

const paths: Record<string, Record<string, object>> = {};
for (const operation of Object.keys(operations) as OperationId[]) {
  const { method, path } = operations[operation];
  (paths[path] ??= {})[method] = {};
}

const startInstallation = () =>
  startService((request) => {
    const { pathname } = new URL(request.url);
    if (pathname === "/v1/openapi.json") return Response.json({ openapi: "3.1.0", paths });
    const answer = answers[pathname.startsWith("/v1") ? pathname : `/v1${pathname}`];
    if (typeof answer !== "object") return Response.json({}, { status: answer ?? 404 });
    return Response.json(answer, { headers: { "X-Total-Count": "0" } });
  });

let count = 0;
async function newStaff(level: "viewer" | "operator" | "admin"): Promise<User> {
  const email = `${level}-${count++}@setup.example`;
  await createAccount(world.db, { email, name: level, role: "staff", level, passwordHash: "" });
  return world.signIn(email);
}

async function stepsOf(user: User, service: FakeService) {
  const items = await readSetup(world.db, await world.portal(service, user), "NL", NOW);
  return items && Object.fromEntries(items.map(({ step, state }) => [step, state]));
}

test("a new installation has everything to do", async () => {
  const service = await startInstallation();
  expect(await stepsOf(await world.staff(), service)).toEqual({
    secondFactor: "open",
    customers: "open",
    locations: "open",
    devices: "open",
    reporting: "open",
    weather: "open",
    prices: "open",
    terms: "open",
    positions: "open",
    apiKey: "open",
    colleagues: "open",
  });
});

test("each step is done by what does it, and all done show nothing", async () => {
  const service = await startInstallation();
  const user = await newStaff("admin");
  answers["/v1/customers"] = { data: [anna] };
  answers["/v1/bidding-zones/NL/forecast"] = {
    ...forecast,
    weather: { attribution: "Weather", issued_at: NOW.toISOString() },
  };
  expect(await stepsOf(user, service)).toMatchObject({
    customers: "done",
    weather: "done",
    terms: "open",
    locations: "open",
    colleagues: "done",
  });
  answers["/v1/locations"] = { data: [annasHouse] };
  answers["/v1/devices"] = { data: [annasInverter] };
  answers["/v1/bidding-zones/NL/status"] = { ...status, measured_at: NOW.toISOString() };
  const price = { time: NOW.toISOString(), isp: 49, price: 40, source: "own" };
  answers["/v1/bidding-zones/NL/prices"] = {
    ...prices,
    data: [{ ...price, known_at: NOW.toISOString() }],
  };
  const version = { valid_from: "2026-01-01", recorded_at: NOW.toISOString(), terms: null };
  answers[`/v1/customers/${anna.id}/terms`] = { data: [], default: [version] };
  answers["/v1/bidding-zones/NL/positions"] = {
    data: [{ time_from: NOW.toISOString(), isp: 49, sold_kwh: 12, recorded_at: NOW.toISOString() }],
  };
  const key = { id: "key_1", created_at: NOW.toISOString(), name: "Meters", prefix: "flex_a" };
  const unused = { scopes: ["read"], last_used_at: null };
  const revoked = { expires_at: null, revoked_at: NOW.toISOString() };
  answers["/v1/api-keys"] = { data: [{ ...key, ...unused, ...revoked }] };
  const protectedUser = { ...user, secondFactor: true };
  expect(await stepsOf(protectedUser, service)).toMatchObject({
    secondFactor: "done",
    locations: "done",
    devices: "done",
    reporting: "done",
    prices: "done",
    terms: "done",
    positions: "done",
    apiKey: "open",
  });
  answers["/v1/api-keys"] = {
    data: [{ ...key, ...unused, expires_at: null, revoked_at: null }],
  };
  expect(await stepsOf(protectedUser, service)).toBeNull();
});

test("what cannot be read is neither done nor to do", async () => {
  const service = await startInstallation();
  answers["/v1/customers"] = 500;
  const steps = await stepsOf(await newStaff("admin"), service);
  expect(steps).toMatchObject({ customers: "unknown", locations: "open" });
});

test("an operator has no steps of administrators, a viewer has none, nor has who signs in elsewhere a second factor", async () => {
  const service = await startInstallation();
  const operator = await newStaff("operator");
  const steps = Object.keys((await stepsOf(operator, service))!);
  expect(steps).toContain("customers");
  expect(steps).not.toContain("apiKey");
  expect(steps).not.toContain("colleagues");
  expect(await stepsOf(await newStaff("viewer"), service)).toBeNull();
  expect(await stepsOf({ ...operator, atProvider: true }, service)).not.toHaveProperty(
    "secondFactor",
  );
});

test("a service with the ten operations only has no steps it cannot show", async () => {
  const service = await startFakeService("ten only");
  expect(await stepsOf(await newStaff("operator"), service)).toEqual({ secondFactor: "open" });
});

test("who hides the steps does not see them again; others do", async () => {
  const service = await startInstallation();
  const user = await newStaff("operator");
  const response = await callPortalRoute(
    world.deps(service),
    "POST /api/account/setup",
    hideFirstSteps,
    { user },
  );
  expect(response.status).toBe(200);
  expect(await stepsOf(user, service)).toBeNull();
  expect(await stepsOf(await newStaff("operator"), service)).not.toBeNull();
});
