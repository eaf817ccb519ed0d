import type { ChangingId, OperationId } from "../../lib/contract/index.ts";
import type { World } from "./service.ts";
import { group, household } from "./site.ts";

/** What belongs together: a group, a customer of it with a location and a device, and controls. */
export interface Side {
  group_id: string;
  customer_id: string;
  location_id: string;
  device_id: string;
  control_id: string;
  request_id: string;
  rule_id: string;
  alert_rule_id: string;
  alert_id: string;
  key_id: string;
  webhook_id: string;
  bidding_zone_id: "NL";
  device_type: "BATTERY";
  /** Of statements; sides whose names end otherwise have different ones. */
  month: string;
  name: string;
}

/** Creates the resources of one side, named after it. */
export async function side(world: World, name: string): Promise<Side> {
  const { id: group_id } = await group(world, name);
  const email = `${name}@example.org`;
  const { customer, location, inverter } = await household(world, { email, groupId: group_id });
  const body = { type: "ZERO_EXPORT" } as const;
  const params = { group_id };
  const control = await world.call("controlGroup", { params, body });
  const headers = { "Control-Actor": `anna of ${name}` };
  const requested = await world.call("requestGroupControl", { params, body, headers });
  const rule = await world.call("createRule", { body: ruleOn(group_id, name) });
  const alertRule = await world.call("createAlertRule", { body: waitingIn(group_id) });
  await world.service.runAlerts();
  const alerts = await world.call("listAlerts", { query: { page_size: 100 } });
  const alert = alerts.data.data.find(({ rule_id }) => rule_id === alertRule.data.id);
  const key = await world.call("createApiKey", { body: { name, scopes: ["read"] } });
  const webhook = await world.call("createWebhook", { body: webhookOn(group_id, name) });
  return {
    group_id,
    customer_id: customer.id,
    location_id: location.id,
    device_id: inverter.id,
    control_id: control.data.id,
    request_id: requested.data.id,
    rule_id: rule.data.id,
    alert_rule_id: alertRule.data.id,
    alert_id: alert!.id,
    key_id: key.data.id,
    webhook_id: webhook.data.id,
    bidding_zone_id: "NL",
    device_type: "BATTERY",
    month: name.endsWith("-b") ? "2026-04" : "2026-05",
    name,
  };
}

/** Another source of prices for each name, which does not contain it: prices are of a zone. */
const exchangeOf = (name: string) =>
  `exchange-${[...name].reduce((sum, letter) => sum + letter.charCodeAt(0), 0)}`;

const ruleOn = (group_id: string, name: string) => ({
  name: `rule ${name}`,
  target: { kind: "group" as const, id: group_id },
  export_threshold: { below_eur_per_mwh: 0, type: "ZERO_EXPORT" as const },
});

const waitingIn = (group_id: string) => ({
  kind: "approval_waiting" as const,
  target: { kind: "group" as const, id: group_id },
  thresholds: { for_minutes: 0 },
});

const webhookOn = (group_id: string, name: string) => ({
  name: `webhook ${name}`,
  url: "https://example.org/events",
  events: ["curtail.control.accepted" as const],
  group_ids: [group_id],
});

const order = { type: "ZERO_EXPORT" } as const;
const price = { day_ahead_factor: 1, eur_per_kwh: 0 };
const termsFrom = {
  valid_from: "2026-01-01",
  terms: {
    feed_in: price,
    import: price,
    markup_eur_per_kwh: 0.02,
    energy_tax_eur_per_kwh: 0.09157,
    vat_percent: 21,
    compensation_eur_per_kwh: 0.05,
    netting: false,
  },
};
const measured = (nowMs: number, injection_kw: number) => {
  const quarter = Math.floor(nowMs / 900_000) * 900_000;
  const time = (ms: number) => new Date(ms).toISOString();
  return {
    measurements: [{ time_from: time(quarter - 900_000), time_to: time(quarter), injection_kw }],
  };
};

/** A valid body for a change of a side; undefined if it has none. */
type BodyOfSide = ((side: Side, nowMs: number) => object) | undefined;

export const changingBodies: Record<ChangingId, BodyOfSide> = {
  controlBiddingZone: () => order,
  controlGroup: () => order,
  requestBiddingZoneControl: () => order,
  requestGroupControl: () => order,
  approveControlRequest: () => ({}),
  rejectControlRequest: () => ({}),
  pauseControls: ({ name }) => ({ reason: name }),
  resumeControls: undefined,
  cancelControl: () => ({}),
  updateCustomer: ({ name }) => ({ name: `${name} & family` }),
  deleteCustomer: undefined,
  updateCustomerPreferences: () => ({ battery_reserve: 0.2 }),
  optOutOfControl: () => ({}),
  optInToControl: undefined,
  updateGroupPreferenceLimits: () => ({ max_battery_reserve: 0.5 }),
  setGroupRotation: () => ({ share: 0.5 }),
  createCustomer: ({ name, group_id }) => ({ name, email: `new-${name}@example.org`, group_id }),
  createGroup: ({ name }) => ({ name: `new ${name}`, bidding_zone: "NL" }),
  createLocation: ({ customer_id }) => ({ customer_id, latitude: 52, longitude: 5 }),
  recordMeasurements: (_, nowMs) => measured(nowMs, 1),
  recordBiddingZonePrices: ({ name }, nowMs) => ({
    market: "day-ahead",
    source: exchangeOf(name),
    prices: [{ time: new Date(Math.floor(nowMs / 900_000) * 900_000).toISOString(), price: -1.5 }],
  }),
  registerDevice: ({ location_id, name }) => ({
    location_id,
    name,
    brand: "BRAND_A",
    device_type: "METER",
    ratings: {},
  }),
  setCustomerTerms: () => termsFrom,
  setGroupTerms: () => termsFrom,
  issueCustomerStatement: () => ({}),
  issueBiddingZoneStatement: () => ({}),
  recordBiddingZonePositions: ({ name }) => ({
    positions: [{ time_from: "2026-06-15T10:00:00Z", sold_kwh: name.charCodeAt(name.length - 1) }],
  }),
  createApiKey: ({ name }) => ({ name: `new ${name}`, scopes: ["read"] }),
  createRule: ({ group_id, name }) => ruleOn(group_id, `new ${name}`),
  updateRule: ({ name }) => ({ name: `other ${name}` }),
  deleteRule: undefined,
  createAlertRule: ({ group_id }) => waitingIn(group_id),
  updateAlertRule: ({ name }) => ({ thresholds: { for_minutes: name.length } }),
  deleteAlertRule: undefined,
  silenceAlert: (_, nowMs) => ({ until: new Date(nowMs + 3_600_000).toISOString() }),
  rotateApiKey: () => ({}),
  revokeApiKey: undefined,
  createWebhook: ({ group_id, name }) => webhookOn(group_id, `new ${name}`),
  updateWebhook: ({ name }) => ({ name: `other ${name}` }),
  deleteWebhook: undefined,
  rotateWebhookSecret: () => ({}),
  testWebhook: () => ({}),
  resendWebhookEvents: () => ({}),
};

const reading: Partial<Record<OperationId, () => object>> = {
  previewBiddingZoneControl: () => order,
  previewGroupControl: () => order,
  previewGroupControlValue: () => order,
  previewBiddingZoneControlValue: () => order,
  replayRule: () => ({}),
};

/** What an operation is called with on a side. */
export function bodyOn(operation: OperationId, one: Side, nowMs: number): object | undefined {
  const body = { ...reading, ...changingBodies }[operation] as BodyOfSide;
  return body?.(one, nowMs);
}
