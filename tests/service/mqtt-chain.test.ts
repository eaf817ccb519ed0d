import { expect, it, onTestFinished, vi } from "vitest";
import type { BodyInput } from "../../lib/contract/index.ts";
import { openMqttGateway } from "../../service/gateway/mqtt/mqtt-gateway.ts";
import { brokers, startBroker } from "../support/broker.ts";
import { MqttDevice } from "../support/mqtt-device.ts";
import { World } from "../support/service.ts";
import { group } from "../support/site.ts";

const START = Date.parse("2026-06-15T10:00:05Z");
const MINUTE_MS = 60_000;
const log = { info: () => {}, warn: console.warn, error: console.error };
const eventually = (promise: () => Promise<void>) => vi.waitFor(promise, { timeout: 20_000 });
const stamp = (ms: number) => new Date(ms).toISOString();

async function house(world: World, groupId: string, name: string) {
  const { data: customer } = await world.call("createCustomer", {
    body: { name, email: `${name.toLowerCase()}@example.org`, group_id: groupId },
  });
  const { data: location } = await world.call("createLocation", {
    body: { customer_id: customer.id, latitude: 52.1, longitude: 5.2 },
  });
  const register = async (device: Partial<BodyInput<"registerDevice">>) =>
    (
      await world.call("registerDevice", {
        body: { location_id: location.id, name, brand: "BRAND_A", ...device } as never,
      })
    ).data.id;
  const inverter = await register({
    device_type: "SOLAR_INVERTER",
    ratings: { pv_peak_kw: 5, inverter_kw: 5, tilt: 35, azimuth: 180 },
  });
  const meter = await register({ device_type: "METER", ratings: { connection_limit_kw: 17 } });
  return { location, inverter, meter };
}

it.each(brokers)(
  "over a real broker one device obeys, one is offline, and the delivery shows that (%s)",
  async (kind) => {
    const broker = await startBroker(kind);
    onTestFinished(() => broker.stop());
    const now = { ms: START };
    const world = await World.open(stamp(START), {
      field: (onReport) =>
        openMqttGateway({ url: broker.url, now: () => now.ms, onReport, log, clientId: "chain" }),
    });
    onTestFinished(() => world.close());
    const live = async (minutes: number) => {
      for (let i = 0; i < minutes; i++) {
        now.ms += MINUTE_MS;
        await world.liveUntil(stamp(now.ms));
      }
    };
    const street = await group(world, "Street");
    const obeys = await house(world, street.id, "Obeys");
    const away = await house(world, street.id, "Away");
    const box = await MqttDevice.connect({
      url: broker.url,
      locationId: obeys.location.id,
      devices: [{ deviceId: obeys.inverter }],
    });
    onTestFinished(() => box.close());
    const deadBox = await MqttDevice.connect({
      url: broker.url,
      locationId: away.location.id,
      devices: [{ deviceId: away.inverter }],
    });
    await deadBox.drop();
    const connectionOf = async (id: string) =>
      (await world.call("getLocation", { params: { location_id: id } })).data.connection;
    await eventually(async () => {
      expect(await connectionOf(obeys.location.id)).toBe("online");
      expect(await connectionOf(away.location.id)).toBe("offline");
    });

    const { data: control } = await world.call("controlGroup", {
      params: { group_id: street.id },
      body: { type: "ZERO_EXPORT", time_to: "2026-06-15T10:15:00Z" },
    });
    const told = await box.setpoint(1);
    expect(told).toMatchObject({ control_id: control.id, type: "ZERO_EXPORT", limit_kw: 0 });
    expect(told.valid_until).toBe("2026-06-15T10:05:00.000Z");
    const delivery = async () =>
      (await world.call("getControlDelivery", { params: { control_id: control.id } })).data;
    await eventually(async () => expect((await delivery()).devices.executed).toBe(1));
    expect((await delivery()).devices).toMatchObject({ addressed: 2, pending: 1, unknown: 0 });

    await live(2);
    expect((await delivery()).devices).toMatchObject({ executed: 1, unknown: 1, failed: 0 });
    await box.measure(
      Array.from({ length: 15 }, (_, minute) => ({
        time_from: stamp(START - 5_000 + (minute - 13) * MINUTE_MS),
        time_to: stamp(START - 5_000 + (minute - 12) * MINUTE_MS),
        devices: [
          { device_id: obeys.meter, power_kw: 2.3 },
          { device_id: obeys.inverter, power_kw: 3 },
        ],
      })),
    );
    await live(12);
    for (let minute = 2; minute < 15; minute++) {
      const fromMs = START - 5_000 + minute * MINUTE_MS;
      if (fromMs + MINUTE_MS > now.ms) await live(1);
      await box.measure([
        {
          time_from: stamp(fromMs),
          time_to: stamp(fromMs + MINUTE_MS),
          devices: [
            { device_id: obeys.meter, power_kw: 0 },
            { device_id: obeys.inverter, power_kw: 0.7 },
          ],
        },
      ]);
    }
    await live(1);
    await eventually(async () => {
      await world.service.tick();
      expect((await delivery()).results[0]!.reporting).toBe(1);
    });

    const final = await delivery();
    expect(final.devices).toMatchObject({ addressed: 2, executed: 1, failed: 1, pending: 0 });
    expect(final).toMatchObject({ state: "ended" });
    const [effect] = final.results;
    expect(effect).toMatchObject({ locations: 2, reporting: 1 });
    expect(effect!.measured).toBeCloseTo((2 * 2.3) / 15, 2);
    expect(final.delivered_share).toBeGreaterThan(0.4);
    expect(final.delivered_share).toBeLessThan(0.6);
    const { data: houses } = await world.call("listControlDeliveries", {
      params: { control_id: control.id },
    });
    const stateOf = (id: string) => houses.data.find((one) => one.location_id === id);
    expect(stateOf(obeys.location.id)).toMatchObject({ state: "acknowledged" });
    expect(stateOf(away.location.id)).toMatchObject({ state: "failed", delivered_kwh: null });
    const renewals = box.received.filter(({ control_id }) => control_id === control.id);
    expect(renewals.at(-1)!.valid_until).toBe("2026-06-15T10:15:00.000Z");
  },
  60_000,
);
