import { operations, problem, type OperationId } from "../../lib/contract/index.ts";
import { anotherCustomer, demoCustomer, expect, test } from "./users.ts";
import { allOperations, apiPath, someIds } from "./page-ids.ts";
import type { Service } from "./service.ts";

/** The operations of customers on their own data; all others are for staff only. */
const own: readonly OperationId[] = [
  "getCustomer",
  "updateCustomer",
  "listCustomerControls",
  "getCustomerPreferences",
  "updateCustomerPreferences",
  "optOutOfControl",
  "optInToControl",
  "listLocations",
  "getLocation",
  "getLocationHistorical",
  "getLocationDeviceHistorical",
  "getLocationForecast",
  "getLocationPlannedChanges",
  "getLocationStatus",
  "listLocationControls",
  "listDevices",
  "getDevice",
  "getCustomerControlValue",
  "getCustomerLostEnergy",
  "getCustomerStatement",
  "checkCustomerStatement",
];

/** Valid bodies, so that only the policy can refuse them. */
function bodiesOf(other: Awaited<ReturnType<typeof anotherCustomer>>) {
  const order = { type: "ZERO_EXPORT" };
  const name = "Taken over";
  const ratings = { connection_limit_kw: null };
  const bodies: Partial<Record<OperationId, object>> = {
    controlBiddingZone: order,
    controlGroup: order,
    previewBiddingZoneControl: order,
    previewGroupControl: order,
    previewBiddingZoneControlValue: order,
    previewGroupControlValue: order,
    cancelControl: {},
    requestBiddingZoneControl: order,
    requestGroupControl: order,
    approveControlRequest: {},
    rejectControlRequest: {},
    pauseControls: { reason: name },
    updateCustomer: { name },
    updateCustomerPreferences: { opted_out: true },
    optOutOfControl: {},
    issueCustomerStatement: {},
    issueBiddingZoneStatement: {},
    updateGroupPreferenceLimits: { opt_out: false },
    setGroupRotation: { share: null },
    createCustomer: { name, email: "taken@example.org" },
    createGroup: { name, bidding_zone: "NL" },
    createRule: {
      name,
      target: { kind: "bidding_zone", id: "NL" },
      export_threshold: { below_eur_per_mwh: 0, type: "ZERO_EXPORT" },
    },
    updateRule: { name },
    replayRule: {},
    createWebhook: {
      name,
      url: "https://example.org/events",
      events: ["curtail.control.accepted"],
    },
    updateWebhook: { name },
    rotateWebhookSecret: {},
    testWebhook: {},
    resendWebhookEvents: {},
    silenceAlert: { until: null, reason: name },
    createAlertRule: { kind: "prices_stale", target: { kind: "bidding_zone", id: "NL" } },
    updateAlertRule: { enabled: false },
    createApiKey: { name, scopes: ["read"] },
    rotateApiKey: { grace_hours: 24 },
    setCustomerTerms: { valid_from: "2026-01-01", terms: null },
    setGroupTerms: { valid_from: "2026-01-01", terms: null },
    recordBiddingZonePositions: {
      positions: [{ time_from: "2026-01-01T00:00:00Z", sold_kwh: 1 }],
    },
    createLocation: { customer_id: other.customer.id, latitude: 52, longitude: 5 },
    registerDevice: {
      location_id: other.location.id,
      name,
      brand: "BRAND_A",
      device_type: "METER",
      ratings,
    },
  };
  return bodies;
}

const counted = async (service: Service) =>
  Promise.all(
    (["listControls", "listCustomers", "listGroups", "listLocations", "listDevices"] as const).map(
      (list) => service.total(list),
    ),
  );

test("every operation outside a customer's policy, or on another customer's data, is refused", async ({
  customer: page,
  curtail,
  service,
}) => {
  const other = await anotherCustomer(service);
  const ids = {
    customers: other.customer.id,
    groups: other.customer.group_id!,
    locations: other.location.id,
    devices: other.device.id,
    controls: (await someIds(service)).controls,
    rules: "rul_none",
    webhooks: "whk_none",
  };
  const bodies = bodiesOf(other);
  const before = await counted(service);
  for (const id of allOperations) {
    if (id === "listLocations" || id === "listDevices") continue;
    const { method, body } = operations[id];
    const data = bodies[id];
    expect(body.safeParse(data).success, `a body for ${id}`).toBe(true);
    const answer = await page.request.fetch(apiPath(id, ids), {
      method,
      headers: { Origin: curtail.portalUrl },
      ...(data ? { data } : {}),
    });
    expect([403, 404], id).toContain(answer.status());
    expect(problem.safeParse(await answer.json()).success, id).toBe(true);
    if (!own.includes(id)) expect(answer.status(), id).toBe(403);
  }
  expect(await counted(service)).toEqual(before);
  const still = await service.call("getCustomer", { params: { customer_id: other.customer.id } });
  expect(still).toEqual(other.customer);
});

test("a customer's lists contain only their own data, whatever the filter", async ({
  customer: page,
  service,
}) => {
  const other = await anotherCustomer(service);
  const mine = await demoCustomer(service);
  const asked = `page_size=100&customer_id=${other.customer.id}`;
  const idsOf = async (path: string) => {
    const answer = await page.request.get(path);
    expect(answer.status(), await answer.text()).toBe(200);
    const { data } = (await answer.json()) as { data: { id: string }[] };
    return data.map(({ id }) => id).sort();
  };
  const sorted = (all: readonly { id: string }[]) => all.map(({ id }) => id).sort();
  for (const query of ["page_size=100", asked]) {
    expect(await idsOf(`/api/locations?${query}`)).toEqual(sorted(mine.locations));
    expect(await idsOf(`/api/devices?${query}`)).toEqual(sorted(mine.devices));
  }
  const theirs = await page.request.get(`/api/devices?location_id=${other.location.id}`);
  expect(theirs.status()).toBe(404);
});
