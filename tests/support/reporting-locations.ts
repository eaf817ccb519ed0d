import { expect } from "vitest";
import { createClient } from "../../packages/client/src/index.ts";
import { MINUTE_MS, QUARTER_MS, floorQuarter } from "../../lib/time/amsterdam.ts";
import { readMinutes } from "../../service/store/minute-measurements.ts";
import { loadSites } from "../../service/store/sites.ts";
import type { Db } from "../../service/store/store.ts";
import type { MqttDevice } from "./mqtt-device.ts";
import { KEY } from "./service.ts";
import type { SpawnedService } from "./spawned-service.ts";

/** Calls a spawned service. @throws Error for any status but 2xx */
export async function callService<T>(
  { port }: SpawnedService,
  path: string,
  body?: unknown,
): Promise<T> {
  const response = await fetch(`http://127.0.0.1:${port}${path}`, {
    method: body ? "POST" : "GET",
    headers: { "X-API-Key": KEY, "Content-Type": "application/json" },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  if (!response.ok) throw new Error(`${path} answered ${response.status}`);
  return (await response.json()) as T;
}

/** Creates a location with one inverter in the Dutch zone. */
export async function createReportingLocation(service: SpawnedService, n: number) {
  const curtail = createClient({ baseUrl: `http://127.0.0.1:${service.port}`, apiKey: KEY });
  const street = { name: `Street ${n}`, bidding_zone: "NL" } as const;
  const { id: groupId } = await curtail.createGroup({ body: street });
  const owner = { name: `House ${n}`, email: `house${n}@example.org`, group_id: groupId };
  const { id: customer_id } = await curtail.createCustomer({ body: owner });
  const place = { customer_id, latitude: 52.1, longitude: 5.2 };
  const { id: locationId } = await curtail.createLocation({ body: place });
  const inverter = await curtail.registerDevice({
    body: {
      location_id: locationId,
      name: "Roof",
      brand: "BRAND_A",
      device_type: "SOLAR_INVERTER",
      ratings: { pv_peak_kw: 5, inverter_kw: 5, tilt: 35, azimuth: 180 },
    },
  });
  return { groupId, locationId, deviceId: inverter.id };
}

const MINUTES = QUARTER_MS / MINUTE_MS;
const iso = (ms: number) => new Date(ms).toISOString();

/** A location that reports over MQTT. */
export interface House {
  n: number;
  locationId: string;
  box: MqttDevice;
}

/** Reports of the last finished quarter-hours, one for each minute, each with another value. */
export class FinishedQuarters {
  private readonly startsMs: number[];

  constructor(count: number) {
    const endMs = floorQuarter(Date.now());
    this.startsMs = Array.from({ length: count }, (_, i) => endMs - (count - i) * QUARTER_MS);
  }

  /** The measurement of a minute, counted from the first quarter-hour on. */
  measurement(house: number, minute: number) {
    const fromMs = this.startsMs[0]! + minute * MINUTE_MS;
    return {
      time_from: iso(fromMs),
      time_to: iso(fromMs + MINUTE_MS),
      injection_kw: house + minute / 1_000,
    };
  }

  /** The values of these minutes that are stored, in kW; null for a minute that is not. */
  async stored(db: Db, locationId: string): Promise<(number | null)[]> {
    const values: (number | null)[] = [];
    const sites = await loadSites(db, { kind: "locations", ids: [locationId] });
    for (const startMs of this.startsMs) {
      const rows = (await readMinutes(db, startMs, sites)).get(locationId);
      for (let minute = 0; minute < MINUTES; minute++) {
        const kw = rows?.power[minute] ?? NaN;
        values.push(Number.isNaN(kw) ? null : Math.round(kw * 1_000) / 1_000);
      }
    }
    return values;
  }

  /** Reports these minutes of each house. */
  async report(houses: readonly House[], fromMinute: number, toMinute: number): Promise<void> {
    await Promise.all(
      houses.map(async ({ n, box }) => {
        for (let minute = fromMinute; minute < toMinute; minute++)
          await box.measure([this.measurement(n, minute)]);
      }),
    );
  }

  /** Waits until exactly the minutes until this one are stored of each house. */
  async untilStored(db: Db, houses: readonly House[], untilMinute: number): Promise<void> {
    for (const { n, locationId } of houses)
      await expect
        .poll(() => this.stored(db, locationId), { timeout: 60_000, interval: 200 })
        .toEqual(this.expected(n, untilMinute));
  }

  /** What is stored when all minutes until this one were. */
  expected(house: number, untilMinute: number): (number | null)[] {
    return Array.from({ length: this.startsMs.length * MINUTES }, (_, minute) =>
      minute < untilMinute ? this.measurement(house, minute).injection_kw : null,
    );
  }
}
