import type { World } from "./service.ts";

/** A household in De Bilt with panels to the south, and the given extras. */
export async function household(
  world: World,
  options: {
    email?: string;
    groupId?: string;
    batteryKwh?: number;
    controllable?: boolean;
    /** The peak power of its panels. */
    peakKw?: number;
    /** The town, as a field of its own. */
    city?: string;
  } = {},
) {
  const { data: customer } = await world.call("createCustomer", {
    body: {
      name: "Familie De Wit",
      email: options.email ?? "dewit@example.org",
      group_id: options.groupId ?? null,
    },
  });
  const { data: location } = await world.call("createLocation", {
    body: {
      customer_id: customer.id,
      latitude: 52.11,
      longitude: 5.18,
      metadata: { address: "Kerklaan 1, De Bilt", ...(options.city && { city: options.city }) },
    },
  });
  const { data: inverter } = await world.call("registerDevice", {
    body: {
      location_id: location.id,
      name: "Roof",
      brand: "BRAND_A",
      device_type: "SOLAR_INVERTER",
      ratings: {
        pv_peak_kw: options.peakKw ?? 6,
        inverter_kw: 5,
        tilt: 35,
        azimuth: 180,
        controllable: options.controllable ?? true,
      },
    },
  });
  if (options.batteryKwh)
    await world.call("registerDevice", {
      body: {
        location_id: location.id,
        name: "Battery",
        brand: "BRAND_B",
        device_type: "BATTERY",
        ratings: { capacity_kwh: options.batteryKwh, power_kw: 5 },
      },
    });
  return { customer, location, inverter };
}

/** A group of the Dutch bidding zone. */
export const group = async (world: World, name = "Utrecht") =>
  (await world.call("createGroup", { body: { name, bidding_zone: "NL" } })).data;
