import pg from "pg";
import { expect, it, onTestFinished } from "vitest";
import { floorMinute, MINUTE_MS } from "../../lib/time/amsterdam.ts";
import { openStore } from "../../service/store/store.ts";
import { brokers, startBroker, type Broker } from "../support/broker.ts";
import { expectErrorLog } from "../support/error-log.ts";
import { MqttDevice } from "../support/mqtt-device.ts";
import { freshDatabase } from "../support/postgres.ts";
import {
  callService,
  createReportingLocation,
  FinishedQuarters,
  type House,
} from "../support/reporting-locations.ts";
import { KEY } from "../support/service.ts";
import { spawnService, type SpawnedService } from "../support/spawned-service.ts";

/** Errors of instances whose fellow was killed in the middle of a transaction. */
expectErrorLog(/administrator command|Connection terminated|not queryable|ECONNRESET|EPIPE/);

/** The number of kills, one in each minute; more of them measure the duration of moves. */
const KILLS = Number(process.env.KILLS ?? 1);
const INSTANCES = 3;
const HOUSES = 12;
const MOVED_MS = 10_000;
/** An instance is killed at most so long before a minute that its partitions are due in. */
const KILL_EARLY_MS = 1_500;
const PATIENCE = { timeout: 30_000, interval: 50 };

type OrderedHouse = House & { groupId: string };

async function build(service: SpawnedService, broker: Broker, n: number): Promise<OrderedHouse> {
  const { groupId, locationId, deviceId } = await createReportingLocation(service, n);
  const box = await MqttDevice.connect({
    url: broker.url,
    locationId,
    devices: [{ deviceId }],
    reconnectMs: 200,
  });
  onTestFinished(() => box.close());
  return { n, groupId, locationId, box };
}

/** Orders a control at any of these instances, until one answers. @returns its id */
async function order(
  instances: readonly SpawnedService[],
  { groupId }: OrderedHouse,
  key: string,
): Promise<string> {
  for (let attempt = Math.floor(Math.random() * instances.length); ; attempt++) {
    const { port } = instances[attempt % instances.length]!;
    const time_to = new Date(floorMinute(Date.now()) + 30 * MINUTE_MS).toISOString();
    const response = await fetch(`http://127.0.0.1:${port}/v1/groups/${groupId}/control`, {
      method: "POST",
      headers: { "X-API-Key": KEY, "Content-Type": "application/json", "Idempotency-Key": key },
      body: JSON.stringify({ type: "ZERO_EXPORT", time_to }),
    }).catch(() => null);
    if (!response) continue;
    if (response.ok) return ((await response.json()) as { id: string }).id;
    // The killed instance may still have this request, until its session ends.
    if (response.status !== 409) throw new Error(`a control was answered ${response.status}`);
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}

function report(tookMs: readonly number[]): void {
  const sorted = tookMs.toSorted((a, b) => a - b).map((ms) => (ms / 1000).toFixed(1));
  const [min, median, max] = [sorted[0], sorted[sorted.length >> 1], sorted.at(-1)];
  console.info(
    `partitions moved after SIGKILL, ${sorted.length} times: min ${min} s, median ${median} s, max ${max} s`,
  );
}

const until = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms - Date.now()));

it(
  "the partitions of a killed instance move within 10 s, and nothing is lost or doubled",
  async () => {
    const broker = await startBroker(brokers.at(-1)!);
    onTestFinished(() => broker.stop());
    const databaseUrl = await freshDatabase("service");
    const client = new pg.Client(databaseUrl);
    await client.connect();
    onTestFinished(() => client.end());
    let started = 0;
    const start = () =>
      spawnService(databaseUrl, {
        MQTT_URL: broker.url,
        MQTT_CLIENT_ID: `instance-${started++}`,
        PARTITION_LOCATIONS: "2",
        RATE_PORTAL: "100000",
      });
    const instances = [await start()];
    const houses: OrderedHouse[] = [];
    for (let n = 0; n < HOUSES; n++) houses.push(await build(instances[0]!, broker, n));
    while (instances.length < INSTANCES) instances.push(await start());
    const quarters = new FinishedQuarters(Math.ceil(KILLS / 15) + 1);
    const owners = async () =>
      (await client.query("select distinct owner from partitions")).rows.length;
    const ordered: string[] = [];
    const tookMs: number[] = [];
    for (let kill = 0; kill < KILLS; kill++) {
      const minuteMs = floorMinute(Date.now() + KILL_EARLY_MS) + MINUTE_MS;
      await until(minuteMs - Math.random() * KILL_EARLY_MS);
      const load = [
        quarters.report(houses, kill, kill + 1),
        ...houses.map(async (house) => {
          ordered.push(await order(instances, house, `${house.n}-${kill}`));
        }),
      ];
      const [doomed] = instances.splice(Math.floor(Math.random() * INSTANCES), 1);
      doomed!.child.kill("SIGKILL");
      const behind = () =>
        client.query(
          `select 1 from partitions
          where recorded_until is distinct from $1 or renewed_minute is distinct from $1`,
          [new Date(minuteMs)],
        );
      await until(minuteMs);
      await expect.poll(async () => (await behind()).rowCount, PATIENCE).toBe(0);
      tookMs.push(Date.now() - minuteMs);
      instances.push(await start());
      await Promise.all(load);
    }
    report(tookMs);
    expect(Math.max(...tookMs)).toBeLessThan(MOVED_MS);
    expect(await owners()).toBeGreaterThan(1);

    const { rows } = await client.query<{ id: string }>("select id from controls");
    expect(rows.map(({ id }) => id).toSorted()).toEqual(ordered.toSorted());
    const received = () =>
      new Set(houses.flatMap(({ box }) => box.received.map(({ control_id }) => control_id)));
    await expect.poll(received, PATIENCE).toEqual(new Set(ordered));
    const devicesOf = async (id: string) =>
      (
        await callService<{ devices: { executed: number; addressed: number } }>(
          instances[0]!,
          `/v1/controls/${id}/delivery`,
        )
      ).devices;
    for (const id of ordered)
      await expect.poll(() => devicesOf(id), PATIENCE).toMatchObject({ addressed: 1, executed: 1 });
    const store = await openStore(databaseUrl, () => undefined);
    onTestFinished(() => store.close());
    await quarters.untilStored(store.db, houses, KILLS);
  },
  (KILLS + 2) * 90_000,
);
