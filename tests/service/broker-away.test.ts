import { expect, it, onTestFinished } from "vitest";
import { openMqttGateway } from "../../service/gateway/mqtt/mqtt-gateway.ts";
import { brokers, startBroker } from "../support/broker.ts";
import { MqttDevice } from "../support/mqtt-device.ts";
import { World } from "../support/service.ts";
import { group, household } from "../support/site.ts";

const START = Date.parse("2026-06-15T10:00:05Z");
const MINUTE_MS = 60_000;
const AWAY_MINUTES = 10;
const log = { info: () => {}, warn: () => {}, error: () => {} };
const stamp = (ms: number) => new Date(ms).toISOString();
const timeOf = (minute: number) => `2026-06-15T10:${String(minute).padStart(2, "0")}:00Z`;

async function houseOf(world: World, name: string) {
  const street = await group(world, name);
  const { location, inverter } = await household(world, {
    email: `${name}@example.org`,
    groupId: street.id,
  });
  const control = async (minute: number) => {
    const body = { type: "ZERO_EXPORT", time_to: timeOf(minute) } as const;
    return (await world.call("controlGroup", { params: { group_id: street.id }, body })).data.id;
  };
  return { control, locationId: location.id, devices: [{ deviceId: inverter.id }] };
}

it.each(brokers)(
  "after ten minutes without a broker, reconnecting devices get the valid setpoints and never an expired one (%s)",
  async (kind) => {
    const broker = await startBroker(kind);
    onTestFinished(() => broker.stop());
    const world = await World.open(stamp(START), {
      field: (onReport) =>
        openMqttGateway({ url: broker.url, now: () => world.nowMs, onReport, log, clientId: kind }),
    });
    onTestFinished(() => world.close());
    const [holds, over, longer] = [
      await houseOf(world, "holds"),
      await houseOf(world, "over"),
      await houseOf(world, "longer"),
    ];
    await broker.stop();

    const valid = await holds.control(45);
    const short = await over.control(5);
    const first = await longer.control(5);
    for (let minute = 1; minute <= AWAY_MINUTES; minute++) {
      await world.liveUntil(stamp(START + minute * MINUTE_MS));
      if (minute === 7) expect((await world.request("/v1/controls")).status).toBe(200);
    }
    const second = await longer.control(45);

    await broker.start();
    const boxes = await Promise.all(
      [holds, over, longer].map(({ locationId, devices }) =>
        MqttDevice.connect({ url: broker.url, locationId, devices }),
      ),
    );
    onTestFinished(async () => void (await Promise.all(boxes.map((box) => box.close()))));
    const heard = (n: number) => boxes[n]!.received.map(({ control_id }) => control_id);
    const told = async () => {
      await world.service.exchange();
      return [heard(0).includes(valid), heard(2).includes(second)];
    };
    await expect.poll(told, { timeout: 30_000, interval: 200 }).toEqual([true, true]);
    for (let minute = 1; minute <= 3; minute++)
      await world.liveUntil(stamp(START + (AWAY_MINUTES + minute) * MINUTE_MS));

    const everHeard = boxes.flatMap((_, n) => heard(n));
    expect(everHeard).not.toContain(short);
    expect(everHeard).not.toContain(first);
    const shorts = await world.call("getControlDelivery", { params: { control_id: short } });
    expect(shorts.data.devices).toMatchObject({ executed: 0 });
    for (const setpoint of boxes.flatMap((box) => box.received))
      expect(Date.parse(setpoint.valid_until)).toBeGreaterThan(START + AWAY_MINUTES * MINUTE_MS);
  },
);
