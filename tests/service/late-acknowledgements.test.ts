import { expect, it, onTestFinished, vi } from "vitest";
import { openMqttGateway } from "../../service/gateway/mqtt/mqtt-gateway.ts";
import { brokers, startBroker } from "../support/broker.ts";
import { MqttDevice } from "../support/mqtt-device.ts";
import { World } from "../support/service.ts";
import { group, household } from "../support/site.ts";

const START = "2026-06-15T10:00:05Z";
const quiet = { info: () => {}, warn: () => {}, error: () => {} };
const at = (time: string) => `2026-06-15T${time}Z`;

/** A control at a site over a broker, whose gateway acknowledges as the test says. */
async function openControl(kind: (typeof brokers)[number]) {
  const broker = await startBroker(kind);
  onTestFinished(() => broker.stop());
  const world: World = await World.open(START, {
    field: (onReport) =>
      openMqttGateway({
        url: broker.url,
        now: () => world?.nowMs ?? Date.parse(START),
        onReport,
        log: quiet,
        clientId: "late",
      }),
  });
  onTestFinished(() => world.close());
  const street = await group(world, "Street");
  const home = await household(world, {
    email: "late@example.org",
    groupId: street.id,
    batteryKwh: 10,
  });
  const { data } = await world.call("listDevices", { query: { location_id: home.location.id } });
  const device = (type: string) => data.data.find((one) => one.device_type === type)!.id;
  const box = await MqttDevice.connect({
    url: broker.url,
    locationId: home.location.id,
    devices: [],
    answers: "silent",
  });
  onTestFinished(() => box.close());
  const { data: control } = await world.call("controlGroup", {
    params: { group_id: street.id },
    body: { type: "ZERO_EXPORT", time_to: at("10:30:00") },
  });
  await box.setpoint(1);
  const [inverter, battery] = [device("SOLAR_INVERTER"), device("BATTERY")];
  const acknowledge = (time: string, deviceId: string, outcome: string) =>
    box.publish("acknowledgement", {
      control_id: control.id,
      time,
      devices: [{ device_id: deviceId, outcome }],
    });
  /** Waits for the outcomes of the inverter and the battery. */
  const until = (outcomes: object) =>
    vi.waitFor(
      async () => {
        await world.service.exchange();
        const input = { params: { control_id: control.id } };
        const { devices } = (await world.call("getControlDelivery", input)).data;
        expect(devices).toMatchObject(outcomes);
      },
      { timeout: 20_000 },
    );
  return { world, inverter, battery, acknowledge, until };
}

it.each(brokers)(
  "an older acknowledgement that arrives late replaces no newer one (%s)",
  async (kind) => {
    const { world, inverter, battery, acknowledge, until } = await openControl(kind);
    world.setClock(at("10:00:50"));
    await acknowledge(at("10:00:40"), inverter, "executed");
    await until({ executed: 1, failed: 0 });
    await acknowledge(at("10:00:10"), inverter, "failed");
    await acknowledge(at("10:00:10"), battery, "failed");
    await until({ executed: 1, failed: 1 });
    await acknowledge(at("10:00:45"), inverter, "unsupported");
    await until({ executed: 0, failed: 1, unsupported: 1 });
  },
);

it.each(brokers)(
  "a gateway whose clock is wrong is heard in the order of arrival (%s)",
  async (kind) => {
    const { world, inverter, battery, acknowledge, until } = await openControl(kind);
    world.setClock(at("10:00:30"));
    await acknowledge("2031-01-01T00:00:00Z", inverter, "executed");
    await acknowledge("1970-01-01T00:02:00Z", battery, "executed");
    await until({ executed: 2 });
    world.setClock(at("10:00:50"));
    await acknowledge(at("10:00:50"), inverter, "failed");
    await acknowledge("1970-01-01T00:01:00Z", battery, "failed");
    await until({ executed: 0, failed: 2 });
  },
);
