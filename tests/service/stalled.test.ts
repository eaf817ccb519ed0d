import pg from "pg";
import { expect, it, onTestFinished } from "vitest";
import type { Control, Customer, Device, Location } from "../../lib/contract/index.ts";
import { floorMinute, floorQuarter, MINUTE_MS } from "../../lib/time/amsterdam.ts";
import { brokers, startBroker } from "../support/broker.ts";
import { expectErrorLog } from "../support/error-log.ts";
import { HeldTotals } from "../support/held-totals.ts";
import { MqttDevice } from "../support/mqtt-device.ts";
import { freshDatabase } from "../support/postgres.ts";
import { KEY } from "../support/service.ts";
import { spawnService, type SpawnedService } from "../support/spawned-service.ts";

/** Errors logged by a stopped holder about its ended database sessions when it resumes. */
expectErrorLog(/administrator command|Connection terminated|not queryable|ECONNRESET|EPIPE/);

/** The number of stalls or kills of each kind; more of them measure the duration of takeovers. */
const ROUNDS = Number(process.env.STALLS ?? 1);
const TAKEOVER_MS = 10_000;
const PATIENCE = { timeout: 30_000, interval: 50 };
const signals = ["SIGSTOP", "SIGKILL"] as const;

async function connect(databaseUrl: string): Promise<pg.Client> {
  const client = new pg.Client(databaseUrl);
  await client.connect();
  onTestFinished(() => client.end());
  return client;
}

async function send<T>({ port }: SpawnedService, path: string, body: unknown): Promise<T> {
  const response = await fetch(`http://127.0.0.1:${port}${path}`, {
    method: "POST",
    headers: { "X-API-Key": KEY, "Content-Type": "application/json" },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`${path} answered ${response.status}`);
  return (await response.json()) as T;
}

async function addHousehold(
  service: SpawnedService,
): Promise<{ location: Location; device: Device }> {
  const owner = { name: "House", email: "house@example.org" };
  const { id: customer_id } = await send<Customer>(service, "/v1/customers", owner);
  const place = { customer_id, latitude: 52.1, longitude: 5.2 };
  const location = await send<Location>(service, "/v1/locations", place);
  const device = await send<Device>(service, "/v1/devices", {
    location_id: location.id,
    name: "Roof",
    brand: "BRAND_A",
    device_type: "SOLAR_INVERTER",
    ratings: { pv_peak_kw: 5, inverter_kw: 5, tilt: 35, azimuth: 180 },
  });
  return { location, device };
}

/** Everything a service logs from now on. */
function logOf({ child }: SpawnedService): () => string {
  let text = "";
  child.stdout!.on("data", (chunk: Buffer) => void (text += chunk.toString()));
  return () => text;
}

/** The transactions of a service's jobs. */
async function openJobs(client: pg.Client, { child }: SpawnedService): Promise<string[]> {
  const { rows } = await client.query<{ wait: string | null }>(
    `select coalesce(wait_event_type, state) as wait from pg_stat_activity
     where application_name like $1 and datname = current_database() and xact_start is not null`,
    [`curtail-service jobs %-${child.pid}-%`],
  );
  return rows.map(({ wait }) => wait ?? "");
}

/** Once resumed, it notices that it was overtaken, and takes part again. */
async function resumes(stopped: SpawnedService, log: () => string): Promise<void> {
  stopped.child.kill("SIGCONT");
  await expect.poll(log, PATIENCE).toContain("Lost a lease");
  const readiness = async () => (await fetch(`http://127.0.0.1:${stopped.port}/readyz`)).status;
  await expect.poll(readiness, PATIENCE).toBe(200);
}

function report(what: string, signal: string, tookMs: number[]): void {
  const sorted = tookMs.toSorted((a, b) => a - b).map((ms) => (ms / 1000).toFixed(1));
  const [min, median, max] = [sorted[0], sorted[sorted.length >> 1], sorted.at(-1)];
  console.info(
    `takeover of ${what} after ${signal}, ${sorted.length} times: min ${min} s, median ${median} s, max ${max} s`,
  );
}

it.each(signals)(
  "another instance ticks within 10 s after the holder got %s, with the totals locked",
  async (signal) => {
    const databaseUrl = await freshDatabase("service");
    const client = await connect(databaseUrl);
    const recordedUntil = async (): Promise<number> =>
      (
        await client.query("select recorded_until from partitions")
      ).rows[0].recorded_until.getTime();
    const tookMs: number[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      await client.query("update partitions set recorded_until = $1, frozen_quarter = null", [
        // The totals are locked when a quarter-hour is closed.
        new Date(floorQuarter(Date.now()) - MINUTE_MS),
      ]);
      await client.query("delete from service_state where key = 'outlook_sums'");
      const totals = await HeldTotals.of(databaseUrl);
      const holder = await spawnService(databaseUrl);
      const log = logOf(holder);
      await totals.areWaitedForBy(1);
      const other = await spawnService(databaseUrl);
      const stalledMs = Date.now();
      holder.child.kill(signal);
      await totals.release();
      await expect.poll(recordedUntil, PATIENCE).toBeGreaterThanOrEqual(floorMinute(stalledMs));
      tookMs.push(Date.now() - stalledMs);
      expect(await openJobs(client, holder)).toEqual([]);
      if (signal === "SIGSTOP") await resumes(holder, log);
      for (const one of [holder, other]) one.child.kill("SIGKILL");
      await Promise.all([holder.ended, other.ended]);
    }
    report("tick", signal, tookMs);
    expect(Math.max(...tookMs)).toBeLessThan(TAKEOVER_MS);
  },
  ROUNDS * 90_000,
);

it.each(signals)(
  "another instance dispatches what it accepted within 10 s after the holder got %s",
  async (signal) => {
    const broker = await startBroker(brokers[0]!);
    onTestFinished(() => broker.stop());
    const databaseUrl = await freshDatabase("service");
    const [client, locker] = [await connect(databaseUrl), await connect(databaseUrl)];
    const start = (name: string) =>
      spawnService(databaseUrl, { MQTT_URL: broker.url, MQTT_CLIENT_ID: name });
    const first = await start("first");
    const { location, device } = await addHousehold(first);
    const dispatched = () =>
      client.query("select 1 from partitions where renewed_minute is not null");
    await expect.poll(async () => (await dispatched()).rowCount, PATIENCE).toBe(1);
    first.child.kill("SIGTERM");
    await first.ended;
    const devices = [{ deviceId: device.id }];
    const box = await MqttDevice.connect({ url: broker.url, locationId: location.id, devices });
    onTestFinished(() => box.close());
    const tookMs: number[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      await locker.query("begin");
      await locker.query("select 1 from partitions for update");
      const holder = await start(`holder-${round}`);
      const log = logOf(holder);
      await expect.poll(() => openJobs(client, holder), PATIENCE).toContain("Lock");
      const other = await start(`other-${round}`);
      const order = {
        type: "ZERO_EXPORT",
        time_to: new Date(floorMinute(Date.now()) + 30 * MINUTE_MS).toISOString(),
      };
      const control = await send<Control>(other, "/v1/bidding-zones/NL/control", order);
      const stalledMs = Date.now();
      holder.child.kill(signal);
      await locker.query("commit");
      const received = () => box.received.map(({ control_id }) => control_id);
      await expect.poll(received, PATIENCE).toContain(control.id);
      tookMs.push(Date.now() - stalledMs);
      expect(await openJobs(client, holder)).toEqual([]);
      if (signal === "SIGSTOP") await resumes(holder, log);
      for (const one of [holder, other]) one.child.kill("SIGKILL");
      await Promise.all([holder.ended, other.ended]);
    }
    report("dispatch", signal, tookMs);
    expect(Math.max(...tookMs)).toBeLessThan(TAKEOVER_MS);
  },
  ROUNDS * 90_000,
);
