import type {
  Control,
  ControlDelivery,
  ControlDetail,
  Customer,
  DeviceDetail,
  Group,
  LocationDelivery,
  LocationDetail,
  Statement,
  StatementCheck,
} from "../../lib/contract/index.ts";

const created_at = "2026-03-01T09:00:00Z";

/** Two customers with a location and a device each. */
export const anna: Customer = {
  id: "cus_anna",
  created_at,
  name: "Anna de Vries",
  email: "anna@example.org",
  language: "nl-NL",
  group_id: "grp_north",
};
export const bram: Customer = {
  ...anna,
  id: "cus_bram",
  name: "Bram Bos",
  email: "bram@example.org",
};
export const north: Group = { id: "grp_north", created_at, name: "North", bidding_zone: "NL" };

const location = (id: string, owner: Customer, address: string): LocationDetail => ({
  id,
  created_at,
  customer_id: owner.id,
  latitude: 52.1,
  longitude: 5.1,
  metadata: { address },
  customer_name: owner.name,
  group_id: owner.group_id ?? null,
  data_source: "measured",
  connection: "online",
  last_reported_at: created_at,
  responding: false,
  devices: 1,
  pv_peak_kw: 8,
  battery_kwh: 0,
  connection_limit_kw: 17,
});
export const annasHouse = location("loc_anna", anna, "Dorpsstraat 1, Utrecht");
export const bramsHouse = location("loc_bram", bram, "Kade 2, Zwolle");

const inverter = (id: string, location_id: string): DeviceDetail => ({
  id,
  created_at,
  location_id,
  name: `Inverter ${id}`,
  device_type: "SOLAR_INVERTER",
  brand: "BRAND_A",
  icon_url: "https://media.example/inverter.png",
  ratings: { pv_peak_kw: 8, inverter_kw: 7, tilt: 35, azimuth: 180, controllable: true },
  address: null,
});
export const annasInverter = inverter("dev_anna", annasHouse.id);
export const bramsInverter = inverter("dev_bram", bramsHouse.id);

/** A control of one interval, 10 kW less for a quarter of an hour: −2.5 kWh. */
export const control = (id: string, created = "2026-06-01T10:00:00Z"): Control => ({
  id,
  created_at: created,
  time_from: "2026-06-01T10:00:00Z",
  time_to: "2026-06-01T10:15:00Z",
  type: "ZERO_EXPORT",
  results: [
    {
      time_from: "2026-06-01T10:00:00Z",
      time_to: "2026-06-01T10:15:00Z",
      isp: 49,
      before: 10,
      after: 0,
      delta: -10,
    },
  ],
});

/** The same from a service that stores a control's target. */
export const detail = (control: Control): ControlDetail => ({
  ...control,
  target: { kind: "group", id: north.id, name: north.name },
  reason: "price",
  state: "active",
  superseded: false,
  cancelled_at: null,
  effective_to: control.time_to,
  locations: 1,
  devices: 1,
  unsupported: 0,
  energy_kwh: -2.5,
  cancelled_effect: [],
});

/** What cancelling it five minutes before its end changes; moments as a careless service writes them. */
export const cancelledAt = ({ results }: Control) => ({
  state: "cancelled",
  cancelled_at: "2026-06-01T10:09:20",
  effective_to: "2026-06-01T10:10:00",
  cancelled_effect: results.map((effect) => ({
    ...effect,
    time_from: "2026-06-01T10:10:00Z",
    before: effect.after,
    after: effect.before,
    delta: -effect.delta,
  })),
});

const outcomes = {
  addressed: 1,
  pending: 0,
  executed: 1,
  failed: 0,
  unsupported: 0,
  unknown: 0,
  not_dispatched: 0,
};

export const delivery = (control_id: string): ControlDelivery => ({
  control_id,
  state: "active",
  time: "2026-06-01T10:05:00Z",
  results: [],
  planned_kwh: 0,
  delivered_kwh: null,
  delivered_share: null,
  forecast_error_kwh: null,
  uncertainty_kwh: null,
  devices: outcomes,
});

export const annasDelivery: LocationDelivery = {
  location_id: annasHouse.id,
  customer_name: anna.name,
  address: "Dorpsstraat 1, Utrecht",
  state: "acknowledged",
  dispatched_at: "2026-06-01T10:00:02",
  acknowledged_at: "2026-06-01T10:00:03",
  devices: outcomes,
  planned_kwh: -2.5,
  delivered_kwh: null,
  uncertainty_kwh: null,
};

const nothing = { eur: 0, feed_in_eur: 0, import_eur: 0, compensation_eur: 0, wear_eur: 0 };
const SHA256 = "0".repeat(64);

/** A month without controls. */
export const statement = (customer_id: string, month: string): Statement => ({
  customer_id,
  bidding_zone: null,
  month,
  time_from: "2026-04-30T22:00:00Z",
  time_to: "2026-05-31T22:00:00Z",
  as_of: "2026-06-01T10:00:00Z",
  is_complete: true,
  version: 1,
  issued_at: "2026-06-01T10:00:00Z",
  sha256: SHA256,
  format: 2,
  rows_by: "location",
  controls: [],
  rows: [],
  groups: [],
  totals: {
    controls: 0,
    volume_kwh: 0,
    lost_kwh: 0,
    customers: nothing,
    supplier: null,
    missing: [],
  },
  versions: [],
});
export const statementCheck: StatementCheck = {
  version: 1,
  issued_at: "2026-06-01T10:00:00Z",
  checked_at: "2026-06-02T10:00:00Z",
  issued_sha256: SHA256,
  stored_sha256: SHA256,
  audit_sha256: SHA256,
  current_sha256: SHA256,
  format: 2,
  result: "unchanged",
  differences: [],
  difference_count: 0,
};
