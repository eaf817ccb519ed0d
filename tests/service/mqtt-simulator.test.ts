import { fileURLToPath } from "node:url";
import { connectAsync, type MqttClient } from "mqtt";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { openMqttGateway } from "../../service/gateway/mqtt/mqtt-gateway.ts";
import { loadLive } from "../../service/store/live-state.ts";
import { divideByHash } from "../../service/store/partitions.ts";
import { loadSites } from "../../service/store/sites.ts";
import { openStore, type Store } from "../../service/store/store.ts";
import { SimulatedFleet } from "../../tools/simulator/simulated-fleet.ts";
import { brokers, startBroker, type Broker } from "../support/broker.ts";
import { nearly } from "../support/nearly.ts";
import { World } from "../support/service.ts";
import { start } from "../support/start-process.ts";

const START = "2026-06-15T10:00:30Z";
const MINUTE_MS = 60_000;
const NL = { bidding_zone_id: "NL" };
const PARTS = 2;
const PROGRAM = fileURLToPath(new URL("../../tools/simulator.ts", import.meta.url));
const log = { info: () => {}, warn: console.warn, error: console.error };
const eventually = (promise: () => Promise<void>) => vi.waitFor(promise, { timeout: 20_000 });
const stamp = (ms: number) => new Date(ms).toISOString();

/** A service whose demo locations are played over a broker. */
async function openOverBroker(broker: Broker): Promise<World> {
  const now = { world: undefined as World | undefined };
  const world = await World.open(START, {
    demo: 1,
    settings: { DEMO_DEVICES: "mqtt", MQTT_URL: broker.url },
    field: (onReport) =>
      openMqttGateway({
        url: broker.url,
        now: () => now.world?.nowMs ?? Date.parse(START),
        onReport,
        log,
        clientId: "service",
      }),
  });
  now.world = world;
  onTestFinished(() => world.close());
  return world;
}

interface Simulator {
  fleet: SimulatedFleet;
  store: Store;
  client: MqttClient;
  /** Sends what is due. */
  run(): Promise<void>;
}

/** One of the programs that share the fleet. */
async function openSimulator(world: World, broker: Broker, part: number): Promise<Simulator> {
  const store = await openStore(world.databaseUrl, () => {});
  const client = await connectAsync(broker.url, { protocolVersion: 5 });
  onTestFinished(async () => {
    await client.endAsync(true);
    await store.close();
  });
  const fleet = new SimulatedFleet(client, {
    db: store.db,
    prefix: "curtail",
    now: () => world.nowMs,
    log: (line) => expect.unreachable(line),
    outages: false,
  });
  const run = async () => {
    const sites = await loadSites(store.db, { kind: "simulated" });
    await fleet.update(divideByHash(sites, PARTS)[part]!);
    expect(await fleet.report()).toBe(true);
  };
  return { fleet, store, client, run };
}

/** Runs the service until it has recorded what all locations reported until now. */
async function recorded(world: World, { store }: Simulator): Promise<void> {
  const untilMs = Math.floor(world.nowMs / MINUTE_MS) * MINUTE_MS;
  const sites = await loadSites(store.db, { kind: "simulated" });
  const reporting = sites.filter(({ simulation }) => simulation!.lostAtMs === undefined);
  expect(reporting.length).toBeGreaterThan(50);
  await eventually(async () => {
    await world.service.tick();
    const live = await loadLive(
      store.db,
      reporting.map(({ locationId }) => locationId),
    );
    expect(live.filter(({ measuredAt }) => measuredAt.getTime() < untilMs)).toEqual([]);
  });
}

const deliveryOf = async (world: World, id: string) =>
  (await world.call("getControlDelivery", { params: { control_id: id } })).data;

const coverageOf = async (world: World) => {
  const query = { start: "2026-06-15T10:00:00Z" };
  return (await world.call("getBiddingZoneCoverage", { params: NL, query })).data.data;
};

const historyOf = async (world: World) => {
  const query = { start: "2026-06-15T10:00:00Z" };
  return (await world.call("getBiddingZoneHistorical", { params: NL, query })).data.data;
};

describe.each(brokers)("simulators outside of the service (%s)", (kind) => {
  it("play the demo as the service does: the same measurements, with and without a control", async () => {
    const broker = await startBroker(kind);
    onTestFinished(() => broker.stop());
    const inside = await World.open(START, { demo: 1 });
    onTestFinished(() => inside.close());
    const outside = await openOverBroker(broker);
    const simulators = await Promise.all(
      [0, 1].map((part) => openSimulator(outside, broker, part)),
    );
    const live = async (minutes: number) => {
      for (let minute = 0; minute < minutes; minute++) {
        await inside.liveUntil(stamp(inside.nowMs + MINUTE_MS));
        outside.setClock(inside.nowMs);
        for (const { run } of simulators) await run();
        await recorded(outside, simulators[0]!);
      }
    };
    await live(3);
    expect(simulators.map(({ fleet }) => fleet.size).every((size) => size > 10)).toBe(true);
    const body = { type: "ZERO_EXPORT", time_to: "2026-06-15T10:12:00Z" } as const;
    const [own, theirs] = await Promise.all(
      [inside, outside].map((world) => world.call("controlBiddingZone", { params: NL, body })),
    );
    await live(15);
    const expected = await deliveryOf(inside, own!.data.id);
    expect(expected.devices.executed).toBeGreaterThan(20);
    await eventually(async () => {
      const { devices, delivered_kwh } = await deliveryOf(outside, theirs!.data.id);
      expect({ devices, delivered_kwh }).toEqual(
        nearly({ devices: expected.devices, delivered_kwh: expected.delivered_kwh }),
      );
    });
    expect((await historyOf(inside)).length).toBeGreaterThan(0);
    expect(await historyOf(outside)).toEqual(nearly(await historyOf(inside)));
  });

  it("lose no measurement when one is killed and starts again", async () => {
    const broker = await startBroker(kind);
    onTestFinished(() => broker.stop());
    const inside = await World.open(START, { demo: 1 });
    onTestFinished(() => inside.close());
    const world = await openOverBroker(broker);
    const [killed, other] = [
      await openSimulator(world, broker, 0),
      await openSimulator(world, broker, 1),
    ];
    const at = (minute: number) => Date.parse(START) + minute * MINUTE_MS;
    world.setClock(at(1));
    for (const { run } of [killed, other]) await run();
    await recorded(world, other);
    killed.client.stream.destroy();
    killed.client.end(true);
    for (let minute = 2; minute <= 6; minute++) {
      world.setClock(at(minute));
      await other.run();
      await world.service.tick();
    }
    const restarted = await openSimulator(world, broker, 0);
    world.setClock(at(7));
    for (const { run } of [restarted, other]) await run();
    await recorded(world, other);
    for (let minute = 8; minute <= 16; minute++) {
      world.setClock(at(minute));
      for (const { run } of [restarted, other]) await run();
      await recorded(world, other);
    }
    await inside.liveUntil(stamp(at(16)));
    const expected = await coverageOf(inside);
    expect(expected.length).toBeGreaterThan(0);
    expect(await coverageOf(world)).toEqual(expected);
    const { actual } = (await historyOf(world))[0]!;
    expect(Math.abs(actual! - (await historyOf(inside))[0]!.actual!)).toBeLessThan(1);
  });
});

describe("npm run simulator", () => {
  const simulate = (part: string, env: Record<string, string>) => {
    const started = start(["--part", part], env, ["--import", "tsx"], PROGRAM);
    onTestFinished(() => void started.child.kill("SIGKILL"));
    return started;
  };

  it("reports the part of the fleet that it is given, and says goodbye", async () => {
    const broker = await startBroker(brokers.at(-1)!);
    onTestFinished(() => broker.stop());
    const world = await World.open(START, { demo: 1 });
    onTestFinished(() => world.close());
    const { data } = await world.call("listLocations", { query: { page_size: 100 } });
    const client = await connectAsync(broker.url, { protocolVersion: 5 });
    onTestFinished(() => client.endAsync(true));
    const newest = new Map<string, { online?: boolean; measurements?: object[] }>();
    client.on("message", (topic, payload) => void newest.set(topic, JSON.parse(String(payload))));
    await client.subscribeAsync("curtail/v1/locations/+/+", { qos: 1 });
    const settings = { SERVICE_DATABASE_URL: world.databaseUrl, MQTT_URL: broker.url };
    const [first, second] = [simulate("1/2", settings), simulate("2/2", settings)];
    const get = (kind: string) =>
      data.data.flatMap(({ id }) => newest.get(`curtail/v1/locations/${id}/${kind}`) ?? []);
    await eventually(async () => {
      expect(get("presence").length).toBe(data.data.length);
      expect(get("measurement").length).toBeGreaterThan(50);
      expect(first.said() + second.said()).toMatch(/plays \d\d locations/);
    });
    expect(get("presence").some(({ online }) => online)).toBe(true);
    first.child.kill("SIGTERM");
    second.child.kill("SIGTERM");
    expect(await Promise.all([first.ended, second.ended])).toEqual([0, 0]);
    await eventually(async () =>
      expect(get("presence").filter(({ online }) => online)).toEqual([]),
    );
  });

  it("refuses a part that does not exist, and a missing broker", async () => {
    const wrong = simulate("3/2", { MQTT_URL: "mqtt://127.0.0.1:1" });
    expect(await wrong.ended).toBe(1);
    expect(wrong.said()).toContain("--part takes a part and a number of parts");
    const alone = simulate("1/1", { MQTT_URL: "" });
    expect(await alone.ended).toBe(1);
    expect(alone.said()).toContain("MQTT_URL must name the broker");
  });
});
