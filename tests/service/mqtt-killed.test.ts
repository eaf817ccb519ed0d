import { expect, it, onTestFinished, vi } from "vitest";
import type { ControlDelivery } from "../../lib/contract/index.ts";
import { brokers, startBroker, type Broker } from "../support/broker.ts";
import { MqttDevice } from "../support/mqtt-device.ts";
import { freshDatabase } from "../support/postgres.ts";
import { callService, createReportingLocation } from "../support/reporting-locations.ts";
import { spawnService, type SpawnedService } from "../support/spawned-service.ts";

const HOUSES = 24;
const KILLED_AFTER = 8;

interface House {
  groupId: string;
  locationId: string;
  box: MqttDevice;
}

async function build(service: SpawnedService, broker: Broker, n: number): Promise<House> {
  const { groupId, locationId, deviceId } = await createReportingLocation(service, n);
  const box = await MqttDevice.connect({
    url: broker.url,
    locationId,
    devices: [{ deviceId }],
  });
  onTestFinished(() => box.close());
  return { groupId, locationId, box };
}

/** An hour from the next minute on, so that the test does not straddle the end of a control. */
const nextHour = () => {
  const fromMs = Math.ceil(Date.now() / 60_000) * 60_000;
  return { type: "ZERO_EXPORT", time_to: new Date(fromMs + 3_600_000).toISOString() };
};

it.each(brokers)(
  "dispatches everything it had answered, though killed between answer and dispatch (%s)",
  async (kind) => {
    const broker = await startBroker(kind);
    onTestFinished(() => broker.stop());
    const databaseUrl = await freshDatabase("service");
    const mqtt = { MQTT_URL: broker.url, MQTT_CLIENT_ID: "the-service" };
    const first = await spawnService(databaseUrl, mqtt);
    const houses: House[] = [];
    for (let n = 0; n < HOUSES; n++) houses.push(await build(first, broker, n));

    const answered = new Map<string, House>();
    const issue = async (house: House) => {
      const path = `/v1/groups/${house.groupId}/control`;
      const { id } = await callService<{ id: string }>(first, path, nextHour());
      answered.set(id, house);
      if (answered.size === KILLED_AFTER) first.child.kill("SIGKILL");
    };
    await Promise.allSettled(houses.map(issue));
    expect(answered.size).toBeGreaterThanOrEqual(KILLED_AFTER);
    const toldBefore = [...answered].filter(([id, { box }]) => heard(box).has(id)).length;

    const second = await spawnService(databaseUrl, mqtt);
    const { data } = await callService<{ data: { id: string }[] }>(
      second,
      "/v1/controls?page_size=100",
    );
    const accepted = new Set(data.map((control) => control.id));
    expect([...accepted]).toEqual(expect.arrayContaining([...answered.keys()]));
    await vi.waitFor(
      async () => {
        for (const id of accepted) {
          const path = `/v1/controls/${id}/delivery`;
          const { devices } = await callService<ControlDelivery>(second, path);
          expect(devices).toMatchObject({ addressed: 1, executed: 1, pending: 0 });
        }
      },
      { timeout: 30_000, interval: 200 },
    );

    for (const [id, { box }] of answered) expect(heard(box)).toContain(id);
    for (const { box } of houses) expect(heard(box).size).toBeLessThanOrEqual(1);
    const everHeard = new Set(houses.flatMap(({ box }) => [...heard(box)]));
    expect(everHeard).toEqual(accepted);
    const tellings = houses.reduce((sum, { box }) => sum + box.received.length, 0);
    console.info(
      `${kind}: ${answered.size} controls answered before the kill, ${toldBefore} of them told; ` +
        `${accepted.size} accepted and ${everHeard.size} told after the restart, in ${tellings} tellings; 0 lost, 0 that nobody accepted`,
    );
    second.child.kill("SIGTERM");
    expect(await second.ended).toBe(0);
  },
  90_000,
);

const heard = (box: MqttDevice) => new Set(box.received.map((setpoint) => setpoint.control_id));
