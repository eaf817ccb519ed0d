import pino from "pino";
import { expect, it, onTestFinished, vi } from "vitest";
import { openMqttGateway } from "../../service/gateway/mqtt/mqtt-gateway.ts";
import { brokers, startBroker } from "../support/broker.ts";
import { MqttDevice } from "../support/mqtt-device.ts";
import { World } from "../support/service.ts";
import { group, household } from "../support/site.ts";

const MINUTE_MS = 60_000;
const BEHIND_MS = 10_000;
const quiet = { info: () => {}, warn: () => {}, error: () => {} };
const stamp = (ms: number) => new Date(ms).toISOString();

/** A service over this broker, and what it logs of its clock. */
async function openWorld(url: string, atMs: number) {
  const lines: { level: number; msg: string }[] = [];
  const log = pino({ level: "info" }, { write: (line) => lines.push(JSON.parse(line)) });
  const world: World = await World.open(stamp(atMs), {
    log,
    field: (onReport, events) =>
      openMqttGateway({ url, now: () => world?.nowMs ?? atMs, onReport, log: quiet, ...events }),
  });
  onTestFinished(() => world.close());
  const ofClock = () => lines.filter(({ msg }) => msg.includes("clock")).map(({ msg }) => msg);
  const metric = async (name: string) =>
    Number(
      new RegExp(`^curtail_service_${name} (.*)$`, "m").exec(
        await world.service.metrics.metrics(),
      )?.[1],
    );
  return { world, ofClock, metric };
}

async function openSite(world: World, url: string) {
  const { id } = await group(world, "Street");
  const { location, inverter } = await household(world, {
    email: "clock@example.org",
    groupId: id,
  });
  const box = await MqttDevice.connect({
    url,
    locationId: location.id,
    devices: [{ deviceId: inverter.id }],
  });
  onTestFinished(() => box.close());
  const measure = (untilMs: number, kw: number) =>
    box.measure([
      {
        time_from: stamp(untilMs - MINUTE_MS),
        time_to: stamp(untilMs),
        injection_kw: kw,
        devices: [{ device_id: inverter.id, power_kw: kw }],
      },
    ]);
  const reported = async () =>
    (await world.call("getLocation", { params: { location_id: location.id } })).data
      .last_reported_at;
  return { box, measure, reported };
}

it.each(brokers)(
  "measurements of a minute that is over are stored though the service's clock is 10 s behind (%s)",
  async (kind) => {
    // What the service's clock lags stays below a minute while this runs.
    await vi.waitFor(() => expect(Date.now() % MINUTE_MS).toBeLessThan(30_000), {
      timeout: 40_000,
    });
    const broker = await startBroker(kind);
    onTestFinished(() => broker.stop());
    const endMs = Math.floor(Date.now() / MINUTE_MS) * MINUTE_MS;
    const { world, ofClock, metric } = await openWorld(broker.url, endMs - BEHIND_MS);
    const { box, measure, reported } = await openSite(world, broker.url);
    await world.service.beat();
    await world.service.beat();
    expect(await metric("clock_behind_seconds")).toBeGreaterThanOrEqual(BEHIND_MS / 1e3);
    expect(ofClock()).toEqual([
      expect.stringMatching(/^The clock of this instance is \d+\.\d s behind PostgreSQL's/),
    ]);

    await measure(endMs, 1.5);
    // A message after it that is refused shows that it has arrived.
    await box.publish("measurement", {});
    const invalid = 'messages_refused_total{kind="measurement",reason="invalid"}';
    await vi.waitFor(async () => expect(await metric(invalid)).toBe(1), { timeout: 20_000 });
    world.setClock(endMs);
    await vi.waitFor(
      async () => {
        await world.service.exchange();
        expect(await reported()).toBe(stamp(endMs));
      },
      { timeout: 20_000 },
    );
    expect(await metric('messages_refused_total{kind="measurement",reason="future"}')).toBe(0);
  },
  90_000,
);

it("a reading that ends in the future is counted and named when PostgreSQL's clock agrees", async () => {
  const [kind] = brokers;
  const broker = await startBroker(kind!);
  onTestFinished(() => broker.stop());
  const atMs = Date.now();
  const { world, ofClock, metric } = await openWorld(broker.url, atMs);
  const { measure } = await openSite(world, broker.url);
  world.setClock(Date.now());
  await world.service.beat();
  expect(Math.abs(await metric("clock_behind_seconds"))).toBeLessThan(1);
  await measure(Math.floor(atMs / MINUTE_MS) * MINUTE_MS + 3 * MINUTE_MS, 1);
  const refused = 'messages_refused_total{kind="measurement",reason="future"}';
  await vi.waitFor(async () => expect(await metric(refused)).toBe(1), { timeout: 20_000 });
  expect(ofClock()).toEqual([]);
});
