import type { AlertKind } from "../../lib/contract/index.ts";
import { floorQuarter, MINUTE_MS, QUARTER_MS } from "../../lib/time/amsterdam.ts";
import { PriceError } from "../../service/prices/price-source.ts";
import type { PriceSource } from "../../service/prices/price-source.ts";
import { NL, recordDayAhead } from "./rule-world.ts";
import { openScripted, type ScriptedGateway } from "./scripted-gateway.ts";
import type { World } from "./service.ts";
import { group, household } from "./site.ts";
import { openWeatherServer } from "./weather-server.ts";

/** A Monday morning with sun; 12:00 in Amsterdam. */
export const START = "2026-06-15T10:00:30Z";
const START_MS = Date.parse(START);

/** A household whose devices the test speaks for, with prices of today and a weather forecast. */
export interface AlertWorld {
  world: World;
  gateway: ScriptedGateway;
  groupId: string;
  home: Awaited<ReturnType<typeof household>>;
  close(): Promise<void>;
}

export async function openAlertWorld(priceSources: PriceSource[] = []): Promise<AlertWorld> {
  const weather = await openWeatherServer({
    irradiance: () => 600,
    temperature: () => 18,
    issuedMs: START_MS - 3 * 60 * MINUTE_MS,
    fault: "none",
  });
  const { world, gateway } = await openScripted(START, {
    ...(priceSources.length > 0 && { priceSources }),
    settings: {
      CONTROL_APPROVAL: "zone",
      WEATHER_SOURCE: "open-meteo",
      WEATHER_URL: weather.address,
      WEBHOOK_ALLOWED_NETWORKS: "127.0.0.1",
    },
  });
  const { id: groupId } = await group(world);
  const home = await household(world, { groupId });
  gateway.answers(home.location.id, [home.inverter.id]);
  await world.service.tick();
  await world.service.refreshWeather();
  await recordDayAhead(world, "2026-06-14T22:00:00Z", "2026-06-15T22:00:00Z", 60);
  const close = async () => {
    await world.close();
    await weather.close();
  };
  return { world, gateway, groupId, home, close };
}

/** A minute of the service without and with a report of its household. */
export async function liveMinute(
  { world, gateway, home }: AlertWorld,
  injectionKw: number | null,
): Promise<void> {
  const fromMs = Math.floor(world.nowMs / MINUTE_MS) * MINUTE_MS;
  world.setClock(world.nowMs + MINUTE_MS);
  if (injectionKw !== null)
    gateway.report({
      readings: [
        {
          locationId: home.location.id,
          fromMs,
          toMs: fromMs + MINUTE_MS,
          injectionKw,
          devices: [{ deviceId: home.inverter.id, powerKw: injectionKw, stateOfCharge: null }],
        },
      ],
    });
  await world.service.tick();
  await world.service.enqueueEvents();
  await world.service.runAlerts();
}

export async function liveMinutes(
  opened: AlertWorld,
  minutes: number,
  injectionKw: number | null,
): Promise<void> {
  for (let minute = 0; minute < minutes; minute++) await liveMinute(opened, injectionKw);
}

/** A source of imbalance prices that gives those of the last hour until it is said to fail. */
export function imbalanceSource(): PriceSource & { failure: Error | null } {
  return {
    name: "scripted",
    zone: "NL",
    market: "imbalance",
    everyMs: 15 * MINUTE_MS,
    daysBack: 1,
    failure: null,
    async fetchPrices(_period, nowMs) {
      if (this.failure) throw this.failure;
      const endMs = floorQuarter(nowMs);
      const prices = [4, 3, 2, 1].map((ago) => {
        const timeMs = endMs - ago * QUARTER_MS;
        return { timeMs, price: null, long: 20, short: 60, state: null };
      });
      return { attribution: null, vintages: [{ prices }] };
    },
  };
}

/** Lives on with a price source that fails, for so many hours. */
export async function failFor(
  { world }: AlertWorld,
  source: { failure: Error | null },
  hours: number,
) {
  source.failure = new PriceError("host answered 503.");
  for (let passed = 0; passed < hours; passed += 12) {
    world.setClock(world.nowMs + Math.min(12, hours - passed) * 60 * MINUTE_MS);
    await world.service.refreshPrices();
  }
  await world.service.runAlerts();
}

/** Brings about an alert of each kind. */
export const causes: Record<AlertKind, (opened: AlertWorld) => Promise<void>> = {
  under_delivery: async (opened) => {
    await opened.world.call("controlGroup", {
      params: { group_id: opened.groupId },
      body: { type: "ZERO_EXPORT", time_to: "2026-06-15T11:00:00Z" },
    });
    // The panels go on, as if nothing was asked.
    await liveMinutes(opened, 16, 3);
  },
  locations_offline: async (opened) => {
    await liveMinutes(opened, 2, 1);
    await liveMinutes(opened, 17, null);
  },
  prices_stale: async ({ world }) => {
    world.setClock("2026-06-15T12:00:30Z");
    await world.service.runAlerts();
  },
  weather_stale: async ({ world }) => {
    world.setClock("2026-06-15T19:30:30Z");
    await world.service.runAlerts();
  },
  approval_waiting: async ({ world }) => {
    await world.call("requestBiddingZoneControl", {
      params: NL,
      body: { type: "ZERO_EXPORT", time_to: "2026-06-15T11:00:00Z" },
      headers: { "Control-Actor": "sam@example.org" },
    });
    world.setClock("2026-06-15T10:11:00Z");
    await world.service.runAlerts();
  },
};
