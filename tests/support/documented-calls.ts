import type { BodyInput, OperationId, QueryInput } from "../../lib/contract/index.ts";
import { playAlerts } from "./documented-alert-calls.ts";
import { recordDayAhead, recordImbalance, recordSold } from "./rule-world.ts";
import type { World } from "./service.ts";

/** What an example sends besides its path parameters, which are the ids learned so far. */
export interface SentInput<K extends OperationId> {
  query?: QueryInput<K>;
  headers?: Record<string, string>;
  body?: BodyInput<K>;
}

/** How the scene calls the service: `call` records an example, `refused` a further problem of one. */
export interface SceneCalls {
  readonly ids: Record<string, string>;
  call<K extends OperationId>(operation: K, input?: SentInput<K>): Promise<{ id?: string }>;
  refused<K extends OperationId>(operation: K, input: SentInput<K>, status: number): Promise<void>;
}

const price = (factor: number, eur: number) => ({ day_ahead_factor: factor, eur_per_kwh: eur });
const terms = {
  feed_in: price(1, -0.012),
  import: price(1, 0),
  markup_eur_per_kwh: 0.02,
  energy_tax_eur_per_kwh: 0.09157,
  vat_percent: 21,
  compensation_eur_per_kwh: 0.05,
  netting: false,
};
const quarter = { time_from: "2026-05-01T12:15:00Z", time_to: "2026-05-01T12:30:00Z" };
const later = { time_from: "2026-05-01T12:45:00Z", time_to: "2026-05-01T13:00:00Z" };
const hour = { start: "2026-05-01T11:30:00Z", end: "2026-05-01T12:30:00Z" };
const today = ["2026-04-30T22:00:00Z", "2026-05-01T22:00:00Z"] as const;
const surplus = ["2026-05-01T13:30:00Z", "2026-05-01T14:00:00Z"] as const;
const sam = { "Control-Actor": "sam@example.org" };
const noor = { "Control-Actor": "noor@example.org" };
const key = (name: string) => ({ "Idempotency-Key": name });

/**
 * The scene that every example of the OpenAPI document is taken from: on 1 May 2026 a group of one
 * home in Rotterdam is kept from exporting from 14:15 to 14:30 local time. For a new operation add
 * its call where the scene has what it needs.
 */
export async function playScene(world: World, { ids, call, refused }: SceneCalls): Promise<void> {
  const at = (time: string) => world.liveUntil(`2026-05-01T${time}Z`);
  ids.bidding_zone_id = "NL";
  ids.device_type = "SOLAR_INVERTER";

  ids.group_id = (
    await call("createGroup", {
      headers: key("group-rotterdam"),
      body: { name: "Rotterdam rooftops", bidding_zone: "NL" },
    })
  ).id!;
  const home = {
    name: "Fam. De Vries",
    email: "devries@example.org",
    language: "nl-NL" as const,
    group_id: ids.group_id,
  };
  ids.customer_id = (await call("createCustomer", { headers: key("customer-1"), body: home })).id!;
  await refused("createCustomer", { body: home }, 409);
  ids.location_id = (
    await call("createLocation", {
      headers: key("location-1"),
      body: {
        customer_id: ids.customer_id,
        latitude: 51.9154,
        longitude: 4.4767,
        metadata: { address: "Witte de Withstraat 12, Rotterdam" },
      },
    })
  ).id!;
  const device = { location_id: ids.location_id, brand: "BRAND_A" };
  ids.device_id = (
    await call("registerDevice", {
      headers: key("device-1"),
      body: {
        ...device,
        name: "Inverter on the south roof",
        device_type: "SOLAR_INVERTER",
        ratings: { pv_peak_kw: 6.4, inverter_kw: 6, tilt: 35, azimuth: 180, controllable: true },
      },
    })
  ).id!;
  await world.call("registerDevice", {
    body: {
      ...device,
      name: "Battery",
      device_type: "BATTERY",
      ratings: { capacity_kwh: 4, power_kw: 1.2 },
    },
  });
  await call("updateCustomer", {
    headers: key("customer-1-name"),
    body: { name: "Fam. De Vries", language: "nl-NL" },
  });
  await call("setGroupTerms", { body: { valid_from: "2026-01-01", terms } });
  await call("setCustomerTerms", {
    body: { valid_from: "2026-01-01", terms: { ...terms, compensation_eur_per_kwh: 0.06 } },
  });
  await call("getGroupTerms");
  await call("getCustomerTerms");
  await recordDayAhead(world, ...today, 60, "2026-04-30T10:50:00Z");
  await recordImbalance(world, ...today, { long: 55, short: 70 }, "2026-05-01T08:00:00Z");
  await recordImbalance(world, ...surplus, { long: -41, short: -41 }, "2026-05-01T08:30:00Z");
  await recordSold(world, ...today, 0.1);
  await call("recordBiddingZonePositions", {
    body: {
      positions: [
        { time_from: "2026-05-01T12:15:00Z", sold_kwh: 0.9 },
        { time_from: "2026-05-01T12:30:00Z", sold_kwh: 0.85 },
      ],
    },
  });
  await call("getBiddingZonePositions", {
    query: { start: "2026-05-01T12:15:00Z", end: "2026-05-01T12:45:00Z" },
  });
  await call("recordBiddingZonePrices", {
    body: {
      market: "day-ahead",
      source: "day-ahead-file",
      known_at: "2026-04-30T10:57:00Z",
      prices: [
        { time: "2026-05-01T12:15:00Z", price: -12.4 },
        { time: "2026-05-01T12:30:00Z", price: -9.1 },
      ],
    },
  });
  await call("getBiddingZonePrices", {
    query: { start: "2026-05-01T12:15:00Z", end: "2026-05-01T12:45:00Z" },
  });
  await world.call("recordBiddingZonePrices", {
    params: { bidding_zone_id: "NL" },
    body: {
      market: "imbalance",
      source: "imbalance-file",
      known_at: "2026-05-01T11:50:00Z",
      prices: [{ time: "2026-05-01T12:15:00Z", long: -61.2, short: -48.2, state: -1 }],
    },
  });
  await call("updateGroupPreferenceLimits", {
    body: { max_battery_reserve: 0.5, min_hours_per_month: 10 },
  });
  await call("getGroupPreferenceLimits");
  await call("updateCustomerPreferences", {
    body: {
      battery_reserve: 0.3,
      hours_off: [{ days: [0, 6], time_from: "18:00", time_to: "22:00" }],
      max_hours_per_month: 20,
    },
  });
  await call("getCustomerPreferences");

  const rule = await call("createRule", {
    headers: { ...key("rule-negative-prices"), ...sam },
    body: {
      name: "No export at negative prices",
      enabled: true,
      target: { kind: "group", id: ids.group_id },
      export_threshold: { below_eur_per_mwh: 0, type: "ZERO_EXPORT" },
      min_minutes: 15,
      max_hours_per_month: 40,
      action: "suggest",
    },
  });
  ids.rule_id = rule.id!;
  await call("updateRule", { headers: noor, body: { min_gain_eur: 0.01 } });
  await call("getRule");
  await call("listRules", { query: { page_size: 10 } });
  await call("getBiddingZoneAdvice");
  await world.service.runRules();

  await playAlerts(world, { ids, call, refused });

  await at("12:14:07.512");
  await call("recordMeasurements", {
    body: {
      measurements: [
        {
          time_from: "2026-05-01T12:00:00Z",
          time_to: "2026-05-01T12:05:00Z",
          devices: [{ device_id: ids.device_id, power_kw: 3.4 }],
          injection_kw: 2.9,
        },
      ],
    },
  });
  const order = { type: "ZERO_EXPORT", ...quarter } as const;
  await call("previewGroupControl", { body: order });
  await call("previewBiddingZoneControl", { body: order });
  await call("previewGroupControlValue", { body: order });
  await call("previewBiddingZoneControlValue", { body: order });
  ids.control_id = (
    await call("controlGroup", {
      headers: { ...key("6f1c2a58-0d3e-4b7a-9c41-2f8e5d7b1a90"), "Control-Reason": "grid" },
      body: order,
    })
  ).id!;
  await at("12:14:30");
  const requested = { body: { type: "ZERO_EXPORT", ...later } as const, headers: sam };
  const rejected = await call("requestBiddingZoneControl", requested);
  ids.request_id = rejected.id!;
  await call("rejectControlRequest", { headers: noor, body: {} });
  ids.request_id = (await call("requestGroupControl", requested)).id!;
  await call("getControlRequest");
  await call("listControlRequests", { query: { state: "pending", page_size: 10 } });
  await refused("approveControlRequest", { headers: sam, body: {} }, 409);
  await call("approveControlRequest", { headers: noor, body: {} });
  const first = ids.control_id;
  ids.control_id = (
    await call("controlBiddingZone", {
      headers: key("b7d2f0de-2f0c-4a41-8f0e-6f3c3e0b9d55"),
      body: {
        type: "MAX_CONSUMPTION",
        time_from: "2026-05-01T14:00:00Z",
        time_to: "2026-05-01T15:00:00Z",
      },
    })
  ).id!;
  await call("optOutOfControl", { body: {} });
  await call("optInToControl");
  await call("cancelControl", { body: {} });
  ids.control_id = first;
  await at("12:21:30");
  await call("getBiddingZoneStatus");
  await call("getGroupStatus");
  await call("getLocationStatus");
  await call("listLocationClusters", { query: { columns: 12 } });

  await at("12:31:00");
  await refused("cancelControl", { body: {} }, 409);
  await call("getControl");
  await call("listControls", { query: { page: 0, page_size: 1 } });
  await call("listControlSummaries", { query: { state: "ended", page_size: 10 } });
  await call("getControlDelivery");
  await call("listControlDeliveries", { query: { page_size: 10 } });
  await call("listControlCustomers");
  await call("getControlValue");
  await call("getCustomerControlValue");
  await call("getCustomerLostEnergy", { query: { months: 12 } });
  ids.month = "2026-05";
  await call("getCustomerStatement");
  await call("getBiddingZoneStatement");
  await refused("issueCustomerStatement", { body: {} }, 409);
  ids.month = "2026-04";
  await call("issueCustomerStatement", { body: {} });
  await call("checkCustomerStatement");
  await call("issueBiddingZoneStatement", { body: {} });
  await call("checkBiddingZoneStatement");
  await call("listCustomers", { query: { search: "vries" } });
  await call("getCustomer");
  await call("listCustomerControls", { query: { page_size: 1 } });
  await call("listGroups", { query: { search: "rotterdam" } });
  await call("getGroup");
  await call("listLocations", { query: { group_id: ids.group_id } });
  await call("getLocation");
  await call("listLocationControls", { query: { page_size: 1 } });
  await call("listDevices", { query: { search: "roof" } });
  await call("getDevice");
  await call("getBiddingZoneHistorical", { query: hour });
  await call("getGroupHistorical", { query: hour });
  await call("getLocationHistorical", { query: hour });
  await call("getBiddingZoneCoverage", { query: hour });
  await call("getBiddingZoneDeviceHistorical", { query: hour });
  await call("getGroupDeviceHistorical", { query: hour });
  await call("getLocationDeviceHistorical", { query: hour });
  const ahead = { end: "2026-05-01T13:30:00Z" };
  await call("getBiddingZoneForecast", { query: ahead });
  await call("getGroupForecast", { query: ahead });
  await call("getLocationForecast", { query: ahead });
  const changes = { start: "2026-05-01T10:00:00Z", end: "2026-05-01T13:30:00Z" };
  await call("getBiddingZonePlannedChanges", { query: changes });
  await call("getGroupPlannedChanges", { query: changes });
  await call("getLocationPlannedChanges", { query: changes });

  await call("setGroupRotation", { body: { share: 0.4 } });
  await call("getGroupRotation");

  await call("listRuleDecisions", { query: { page_size: 1 } });
  await call("replayRule", { body: {} });

  await call("pauseControls", { headers: noor, body: { reason: "Work on the grid in Rotterdam" } });
  await refused("controlGroup", { body: { type: "ZERO_EXPORT" } }, 409);
  await refused("controlBiddingZone", { body: { type: "ZERO_EXPORT" } }, 409);
  await call("getControlPause");
  await call("resumeControls", { headers: noor });

  ids.webhook_id = (
    await call("createWebhook", {
      headers: key("webhook-trading-desk"),
      body: {
        name: "Trading desk",
        url: "https://example.com/curtail",
        events: ["curtail.control.accepted", "curtail.control.delivered"],
        group_ids: [ids.group_id],
      },
    })
  ).id!;
  await refused(
    "createWebhook",
    { body: { name: "Inside", url: "https://10.0.0.1/", events: ["curtail.control.ended"] } },
    422,
  );
  await call("getWebhook");
  await call("updateWebhook", { body: { name: "Trading desk, Rotterdam" } });
  await call("listWebhooks");
  await call("testWebhook", { body: {} });
  await call("listWebhookDeliveries", { query: { state: "pending" } });
  await call("resendWebhookEvents", { body: {} });
  await call("rotateWebhookSecret", { body: { grace_hours: 24 } });
  await call("deleteWebhook");

  ids.key_id = (
    await call("createApiKey", {
      headers: key("key-trading-desk"),
      body: {
        name: "Trading desk",
        scopes: ["read", "control"],
        limits: { group_ids: [ids.group_id], bidding_zones: [] },
        rate: { reads_per_minute: 600, changes_per_minute: 60 },
        expires_at: "2027-05-01T00:00:00Z",
      },
    })
  ).id!;
  await call("rotateApiKey", { body: { grace_hours: 24 } });
  await call("listApiKeys");
  await call("revokeApiKey");
  await refused("rotateApiKey", { body: {} }, 409);
  await call("listApiCalls", { query: { operation: "controlGroup", outcome: "done" } });
}
