import { connectAsync } from "mqtt";
import { describe, expect, it, onTestFinished } from "vitest";
import type { ControlDelivery } from "../../lib/contract/index.ts";
import { openStore } from "../../service/store/store.ts";
import { brokers, startBroker, type Broker } from "../support/broker.ts";
import { expectErrorLog } from "../support/error-log.ts";
import { haproxyVersion, startHaproxy } from "../support/haproxy.ts";
import { MqttDevice } from "../support/mqtt-device.ts";
import { freshDatabase } from "../support/postgres.ts";
import {
  callService,
  createReportingLocation,
  FinishedQuarters,
} from "../support/reporting-locations.ts";
import { spawnService, type SpawnedService } from "../support/spawned-service.ts";

const version = brokers.includes("mosquitto") ? haproxyVersion() : undefined;
if (!version) {
  console.warn("\nLEFT OUT: two brokers behind haproxy; haproxy or Mosquitto is not installed.\n");
}

const LOCATIONS = 6;
const QUARTERS = 4;
/** Minutes reported before the first broker dies, while, before the second, and in its queue. */
const [BEFORE, WHILE, SETTLED_ON_B, QUEUED, ALL] = [10, 25, 35, 45, 15 * QUARTERS];
const SETTLED = { timeout: 60_000, interval: 100 };
const SETTINGS = ["log_type all"];

const connections = (broker: Broker) => broker.log().split("New client connected").length - 1;

const startMosquitto = async () => {
  const broker = await startBroker("mosquitto", { settings: SETTINGS });
  onTestFinished(() => broker.stop());
  return broker;
};

/** A control from now on, not at the end of an hour. */
const control = () => ({
  type: "ZERO_EXPORT",
  time_to: new Date(Date.now() + 3_600_000).toISOString(),
});

describe.skipIf(!version)(`two brokers behind ${version}`, () => {
  it("when one dies, reports and setpoints go on through the other", async () => {
    expectErrorLog(/Failed to connect to the MQTT broker/);
    const [a, b] = [await startMosquitto(), await startMosquitto()];
    const { url, stop } = await startHaproxy(a.port, b.port);
    onTestFinished(stop);
    const databaseUrl = await freshDatabase("service");
    const { db, close } = await openStore(databaseUrl, () => {});
    onTestFinished(close);
    const start = (): Promise<SpawnedService> =>
      spawnService(databaseUrl, { MQTT_URL: url, MQTT_CLIENT_ID: "service" });
    let service = await start();
    const houses: { n: number; locationId: string; box: MqttDevice }[] = [];
    for (let n = 0; n < LOCATIONS; n++) {
      const { locationId, deviceId } = await createReportingLocation(service, n);
      const devices = [{ deviceId }];
      const box = await MqttDevice.connect({ url, locationId, devices, reconnectMs: 200 });
      onTestFinished(() => box.close());
      houses.push({ n, locationId, box });
    }
    const quarters = new FinishedQuarters(QUARTERS);
    const report = (fromMinute: number, toMinute: number) =>
      quarters.report(houses, fromMinute, toMinute);
    const allStored = (untilMinute: number) => quarters.untilStored(db, houses, untilMinute);

    await report(0, BEFORE);
    await allStored(BEFORE);
    expect(b.log()).not.toContain("as service ");
    const flowing = report(BEFORE, WHILE);
    const deadMs = performance.now();
    await a.stop();
    await flowing;
    await allStored(WHILE);
    const backS = (performance.now() - deadMs) / 1000;

    const path = "/v1/bidding-zones/NL/control";
    const { id } = await callService<{ id: string }>(service, path, control());
    for (const { box } of houses) expect((await box.setpoint(1)).control_id).toBe(id);
    await expect
      .poll(async () => {
        const delivery = `/v1/controls/${id}/delivery`;
        return (await callService<ControlDelivery>(service, delivery)).devices;
      }, SETTLED)
      .toMatchObject({ addressed: LOCATIONS, executed: LOCATIONS });

    await a.start();
    const restarted = connections(a);
    await expect.poll(() => connections(a), SETTLED).toBeGreaterThan(restarted + 2);
    const late = await connectAsync(url, { clientId: "late" });
    onTestFinished(() => late.endAsync(true));
    expect(b.log()).toContain("as late ");
    await report(WHILE, SETTLED_ON_B);
    await allStored(SETTLED_ON_B);
    expect(a.log()).not.toContain("as service ");

    service.child.kill("SIGKILL");
    await service.ended;
    await report(SETTLED_ON_B, QUEUED);
    await b.stop();
    const onA = report(QUEUED, ALL);
    service = await start();
    await onA;
    await allStored(ALL);
    expect(a.log()).toContain("as service ");
    console.info(
      `${LOCATIONS * ALL} reports over two brokers that died: 0 lost; everything was stored ` +
        `${backS.toFixed(1)} s after the first died`,
    );
    service.child.kill("SIGTERM");
    expect(await service.ended).toBe(0);
  }, 150_000);
});
