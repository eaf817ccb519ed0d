import { describe, expect, it, onTestFinished } from "vitest";
import { openStore } from "../../service/store/store.ts";
import { brokers, startBroker, type Broker } from "../support/broker.ts";
import { MqttDevice } from "../support/mqtt-device.ts";
import { freshDatabase } from "../support/postgres.ts";
import {
  createReportingLocation,
  FinishedQuarters,
  type House,
} from "../support/reporting-locations.ts";
import { spawnService, type SpawnedService } from "../support/spawned-service.ts";

const LOCATIONS = 10;
const QUARTERS = 4;
const MINUTES = 15 * QUARTERS;
/** The minute at which one instance hangs, and the one at which it is killed. */
const HANGS = 15;
const KILLED = 20;
const SETTINGS = ["max_inflight_messages 10000", "max_queued_messages 100000", "log_type all"];
const SETTLED = { timeout: 60_000, interval: 200 };

async function connectHouse(service: SpawnedService, broker: Broker, n: number): Promise<House> {
  const { locationId } = await createReportingLocation(service, n);
  const box = await MqttDevice.connect({ url: broker.url, locationId, devices: [] });
  onTestFinished(() => box.close());
  return { n, locationId, box };
}

/** How many messages this client confirmed to the broker. */
const confirmed = (broker: Broker, clientId: string) =>
  broker.log().split(`Received PUBACK from ${clientId} `).length - 1;

describe.runIf(brokers.includes("mosquitto"))("two instances on one Mosquitto", () => {
  it("split the reports, and when one is killed every report is still stored once", async () => {
    const broker = await startBroker("mosquitto", { settings: SETTINGS });
    onTestFinished(() => broker.stop());
    const databaseUrl = await freshDatabase("service");
    const { db, close } = await openStore(databaseUrl, () => {});
    onTestFinished(close);
    const instance = (MQTT_CLIENT_ID: string) =>
      spawnService(databaseUrl, { MQTT_URL: broker.url, MQTT_CLIENT_ID });
    const [doomed, survivor] = [await instance("service-1"), await instance("service-2")];
    const houses: House[] = [];
    for (let n = 0; n < LOCATIONS; n++) houses.push(await connectHouse(survivor, broker, n));

    const quarters = new FinishedQuarters(QUARTERS);
    const report = (fromMinute: number, toMinute: number) =>
      quarters.report(houses, fromMinute, toMinute);
    const allStored = (untilMinute: number) => quarters.untilStored(db, houses, untilMinute);
    const shares = () => ["service-1", "service-2"].map((id) => confirmed(broker, id));

    await report(0, HANGS);
    await allStored(HANGS);
    await expect
      .poll(() => shares().reduce((sum, share) => sum + share), SETTLED)
      .toBe(HANGS * LOCATIONS + 2 * LOCATIONS);
    const [first, second] = shares();
    expect(Math.abs(first! - second!)).toBeLessThanOrEqual(1);

    doomed.child.kill("SIGSTOP");
    await report(HANGS, KILLED);
    doomed.child.kill("SIGKILL");
    await report(KILLED, MINUTES);
    await allStored(MINUTES);
    console.info(
      `${LOCATIONS * MINUTES} reports; ${first} and ${second} messages confirmed by each instance ` +
        `before the kill; ${shares()[0]! - first!} of its session confirmed by the other after it`,
    );
    expect(shares()[0]! - first!).toBeGreaterThanOrEqual(((KILLED - HANGS) * LOCATIONS) / 2);
    survivor.child.kill("SIGTERM");
    expect(await survivor.ended).toBe(0);
  }, 120_000);
});
