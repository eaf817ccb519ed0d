import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { connectAsync } from "mqtt";
import { describe, expect, it, onTestFinished } from "vitest";
import { EvccAdapter } from "../../bridge/evcc/evcc-adapter.ts";
import { MeasurementBuffer } from "../../bridge/files/measurement-buffer.ts";
import { makeCertificates } from "../gateway/certificates.ts";
import { eventually, opened, setpointFor } from "../gateway/gateway-harness.ts";
import { brokers, startBroker } from "../support/broker.ts";
import { expectErrorLog } from "../support/error-log.ts";
import { startBridge } from "./bridge-process.ts";
import { alpha } from "./devices.ts";
import { preferredServer, startModbusServer } from "./modbus-server.ts";
import { stateFolder, TestClock } from "./test-site.ts";

const MINUTE_MS = 60_000;
const kind = brokers.at(-1)!;

async function inverter() {
  const device = alpha();
  const server = await startModbusServer(preferredServer, { 1: device.image });
  onTestFinished(() => server.stop());
  const modbus = `127.0.0.1:${server.port}/1`;
  const limit = () => server.get(device.at(123, 3), 5);
  return { server, limit, unit: { modbus, inverter: "dev_pv" } };
}

const eventuallyLimit = async (limit: () => Promise<number[]>, wanted: number[], what: string) => {
  let last: number[] = [];
  await eventually(() => {
    void limit().then((value) => (last = value));
    return wanted.every((value, i) => value === -1 || value === last[i]);
  }, what);
};

/** Starts a bridge of a unit at a broker, with its state in a folder. */
const startAt = (
  mqtt: { url: string } & Record<string, unknown>,
  unit: object,
  state_dir = stateFolder(),
  more: object = {},
) => startBridge({ location: "loc_1", mqtt, units: [unit], state_dir, turn_ms: 100, ...more });

/** Minutes of a while ago, as a bridge measured them before it was stopped. */
const minute = (n: number, power_kw: number) => {
  const fromMs = Math.floor(Date.now() / (15 * MINUTE_MS)) * 15 * MINUTE_MS - (15 - n) * MINUTE_MS;
  return {
    time_from: new Date(fromMs).toISOString(),
    time_to: new Date(fromMs + MINUTE_MS).toISOString(),
    devices: [{ device_id: "dev_pv", power_kw }],
  };
};

describe("a bridge at a broker", () => {
  it("follows over TLS as the user of its site, and another site's user cannot reach it", async () => {
    const tls = makeCertificates();
    if (!tls || kind !== "mosquitto") {
      console.warn("\nLEFT OUT: the bridge over TLS; mosquitto or openssl is not installed.\n");
      return;
    }
    const documented = new URL("../../docs/how-to/connect-devices.md", import.meta.url);
    const acl = /^```acl\n([\s\S]*?)^```/m.exec(readFileSync(documented, "utf8"))![1]!;
    const users = { "curtail-service": "s", loc_1: "one", loc_2: "two" };
    const broker = await startBroker(kind, { tls, acl, users });
    onTestFinished(() => broker.stop());
    const login = { username: "curtail-service", password: "s", caFile: tls.caFile };
    const { gateway, until } = await opened({ url: broker.url, ...login });
    onTestFinished(() => gateway.close());
    const { unit, limit } = await inverter();
    const folder = stateFolder();
    writeFileSync(join(folder, "password"), "one\n");
    const mqtt = { url: broker.url, username: "loc_1", ca_file: tls.caFile };
    const account = { ...mqtt, password_file: join(folder, "password") };
    const bridge = await startAt(account, unit, folder);
    await until(({ presence }) => presence.some(({ online }) => online));
    const stranger = await connectAsync(broker.url, {
      protocolVersion: 5,
      username: "loc_2",
      password: "two",
      ca: readFileSync(tls.caFile),
    });
    const forged = { type: "MAX_CONSUMPTION", control_id: "forged" };
    await expect(
      stranger.publishAsync("curtail/v1/locations/loc_1/setpoint", JSON.stringify(forged), {
        qos: 1,
      }),
    ).rejects.toThrow("Not authorized");
    await stranger.endAsync();
    await gateway.dispatch(
      [setpointFor("loc_1", { type: "MAX_CONSUMPTION", limitKw: null })],
      Date.now(),
    );
    const { acknowledgements } = await until((all) => all.acknowledgements.length > 0);
    expect(acknowledgements[0]!.devices).toEqual([{ deviceId: "dev_pv", outcome: "executed" }]);
    expect(await limit()).toMatchObject({ 0: 0, 4: 1 });
    // A planned stop restores the device and says that it leaves.
    expect(await bridge.kill("SIGTERM")).toBe(0);
    expect(await limit()).toEqual([7000, 0, 0, 0, 1]);
    await until(({ presence }) => presence.at(-1)?.online === false);
  });

  it("sends what it measured while the broker was away, oldest first, when it is back", async () => {
    expectErrorLog(/Failed to connect to the MQTT broker/);
    const broker = await startBroker(kind);
    onTestFinished(() => broker.stop());
    const { gateway, until } = await opened({ url: broker.url });
    onTestFinished(() => gateway.close());
    const { unit } = await inverter();
    const folder = stateFolder();
    const before = new MeasurementBuffer(folder);
    for (let n = 0; n < 10; n++) before.add(minute(n, n));
    await broker.stop();
    const bridge = await startAt({ url: broker.url }, unit, folder);
    await eventually(() => bridge.lines().includes("broker:"), "noticed");
    await broker.start();
    const { readings } = await until((all) => all.readings.length >= 10);
    expect(readings.map(({ devices }) => devices[0]!.powerKw)).toEqual([
      0, 1, 2, 3, 4, 5, 6, 7, 8, 9,
    ]);
    await eventually(
      () => readFileSync(join(folder, "measurements.jsonl"), "utf8") === "",
      "nothing waits any more",
    );
  });

  it("reverts when the broker stays away, and follows again when it is back", async () => {
    expectErrorLog(/Failed to connect to the MQTT broker/);
    const broker = await startBroker(kind);
    onTestFinished(() => broker.stop());
    const { gateway, until, kept } = await opened({ url: broker.url });
    onTestFinished(() => gateway.close());
    const { unit, limit } = await inverter();
    await startAt({ url: broker.url }, unit);
    await until(({ presence }) => presence.some(({ online }) => online));
    const validUntilMs = Date.now() + 6_000;
    const setpoint = { type: "MAX_CONSUMPTION", limitKw: null, validUntilMs } as const;
    await gateway.dispatch([setpointFor("loc_1", setpoint)], Date.now());
    await until((all) => all.acknowledgements.length > 0);
    await broker.stop();
    expect(await limit()).toMatchObject({ 0: 0, 4: 1 });
    await eventuallyLimit(limit, [7000, 0, 0, 0, 1], "restored without a broker");
    expect(Date.now()).toBeGreaterThanOrEqual(validUntilMs);
    await broker.start();
    const online = kept.presence.length;
    await until(({ presence }) => presence.length > online && presence.at(-1)!.online);
    const next = { ...setpoint, controlId: "ctrl_2", validUntilMs: Date.now() + 60_000 };
    await gateway.dispatch([setpointFor("loc_1", next)], Date.now());
    const { acknowledgements } = await until((all) =>
      all.acknowledgements.some(({ controlId }) => controlId === "ctrl_2"),
    );
    expect(acknowledgements.at(-1)!.devices[0]!.outcome).toBe("executed");
  });
});

describe("a bridge in Home Assistant", () => {
  it("is discovered, shows what it does, and pauses", async () => {
    const broker = await startBroker(kind);
    onTestFinished(() => broker.stop());
    const home = await startBroker(kind);
    onTestFinished(() => home.stop());
    const { gateway, until } = await opened({ url: broker.url });
    onTestFinished(() => gateway.close());
    const { unit, limit } = await inverter();
    const assistant = await connectAsync(home.url, { protocolVersion: 5 });
    onTestFinished(() => assistant.endAsync());
    const received = new Map<string, string>();
    assistant.on("message", (topic, payload) => void received.set(topic, payload.toString()));
    await assistant.subscribeAsync(["homeassistant/#", "curtail-bridge/#"], { qos: 1 });
    await startAt({ url: broker.url }, unit, stateFolder(), { home_assistant: { url: home.url } });
    const config = "homeassistant/device/curtail_loc_1/config";
    await eventually(() => received.has(config), "discovered");
    const discovery = JSON.parse(received.get(config)!);
    if (process.env.BRIDGE_SHOW)
      writeFileSync(
        `${process.env.BRIDGE_SHOW}/discovery.txt`,
        `${config}\n${JSON.stringify(discovery, null, 2)}\n`,
      );
    expect(discovery).toMatchObject({
      dev: { ids: ["curtail_loc_1"], name: "Curtail bridge" },
      o: { name: "curtail-bridge" },
      state_topic: "curtail-bridge/loc_1/state",
      availability_topic: "curtail-bridge/loc_1/availability",
    });
    for (const one of Object.values<Record<string, string>>(discovery.cmps)) {
      expect(one.p).toMatch(/^(sensor|switch|number)$/);
      expect(one.unique_id).toMatch(/^curtail_loc_1_/);
    }
    const state = () => JSON.parse(received.get("curtail-bridge/loc_1/state") ?? "{}");
    await eventually(() => state().control === "none", "in normal operation");

    const setpoint = { type: "MAX_CONSUMPTION", limitKw: null } as const;
    await gateway.dispatch([setpointFor("loc_1", setpoint)], Date.now());
    await eventually(() => state().outcome === "executed", "executed");
    expect(state()).toMatchObject({
      control: "MAX_CONSUMPTION",
      control_id: "ctrl_1",
      pause: "OFF",
    });
    expect(Date.parse(state().until)).toBeGreaterThan(Date.now());

    await assistant.publishAsync("curtail-bridge/loc_1/pause-hours/set", "2", { qos: 1 });
    await assistant.publishAsync("curtail-bridge/loc_1/pause/set", "ON", { qos: 1 });
    await eventually(() => state().pause === "ON", "paused");
    await eventuallyLimit(limit, [7000, 0, 0, 0, 1], "restored");
    expect(Date.parse(state().paused_until)).toBeGreaterThan(Date.now() + 119 * MINUTE_MS);
    const { acknowledgements } = await until((all) =>
      all.acknowledgements.some(({ devices }) => devices[0]!.outcome === "failed"),
    );
    expect(acknowledgements.at(-1)!.devices[0]!.detail).toContain("paused by the customer until");
    const { pauses } = await until((all) => all.pauses.some(({ untilMs }) => untilMs !== null));
    expect(pauses.at(-1)).toEqual({
      locationId: "loc_1",
      untilMs: Date.parse(state().paused_until),
    });
    // A service that connects later receives it as well: the message is retained.
    const late = await opened({ url: broker.url, clientId: "late" });
    onTestFinished(() => late.gateway.close());
    expect((await late.until((all) => all.pauses.length > 0)).pauses).toEqual([pauses.at(-1)]);
    await assistant.publishAsync("curtail-bridge/loc_1/pause/set", "OFF", { qos: 1 });
    await until((all) => all.pauses.at(-1)!.untilMs === null);
    await eventuallyLimit(limit, [0, 0, -1, 0, 1], "followed again");
  });
});

describe("bridge check and arguments", () => {
  it("lists what was found and would be controlled, and writes nothing", async () => {
    const { unit, server } = await inverter();
    const config = {
      location: "loc_1",
      units: [{ modbus: unit.modbus }],
      state_dir: stateFolder(),
    };
    const bridge = await startBridge(config, { args: ["check"] });
    expect(await bridge.ended).toBe(0);
    expect(bridge.lines()).toContain("Alpha A5000, serial A-0001, version 1.2.3");
    expect(bridge.lines()).toContain("models 1 103 120 121 122 123");
    expect(bridge.lines()).toContain(
      "power limit: would be controlled; fixed limit 70.0 %; reverts by its own timer",
    );
    expect(bridge.lines()).toContain("inverter gives 3000 W");
    expect(await server.writes()).toEqual([]);
  });

  it("ends with what is wrong in the configuration", async () => {
    const bridge = await startBridge({ location: "loc_1", units: [{ modbus: "inverter" }] });
    expect(await bridge.ended).toBe(1);
    expect(bridge.lines()).toContain("such as 192.168.1.20:502/1");
  });

  it.each([
    ["mqtt", "password_file"],
    ["mqtt", "ca_file"],
    ["home_assistant", "certificate_file"],
    ["home_assistant", "key_file"],
  ])("ends without a stack when %s has a %s that cannot be read", async (section, field) => {
    const folder = stateFolder();
    const units = [{ modbus: "127.0.0.1:1", inverter: "dev_pv" }];
    const missing = join(folder, "missing");
    const pem = join(folder, "some.pem");
    writeFileSync(pem, "-----BEGIN CERTIFICATE-----\n");
    const pair = { certificate_file: pem, key_file: pem };
    for (const file of [missing, folder]) {
      const mqtt = { url: "mqtts://127.0.0.1:1" };
      const files = section === "mqtt" ? { [field]: file } : { ...pair, [field]: file };
      const config = { location: "loc_1", units, state_dir: folder, mqtt };
      const bridge = await startBridge({ ...config, [section]: { ...mqtt, ...files } });
      expect(await bridge.ended).toBe(1);
      expect(bridge.lines()).toContain(`${section}.${field}: ${file} cannot be read`);
      expect(bridge.lines()).not.toMatch(/^\s+at /m);
    }
  });
});

describe("the buffer of measurements", () => {
  it("survives a crash that cut its last line, and holds a day", () => {
    const folder = stateFolder();
    const first = new MeasurementBuffer(folder);
    for (let n = 0; n < 3; n++) first.add(minute(n, n));
    const file = join(folder, "measurements.jsonl");
    writeFileSync(file, readFileSync(file, "utf8").slice(0, -20));
    const second = new MeasurementBuffer(folder);
    expect(second.next(10).map(({ devices }) => devices![0]!.power_kw)).toEqual([0, 1]);
    second.add(minute(5, 5));
    const third = new MeasurementBuffer(folder);
    expect(third.count).toBe(3);
    for (let n = 0; n < 3_000; n++) third.add(minute(n % 15, n));
    expect(third.count).toBe(1_440);
    expect(third.next(1)[0]!.devices![0]!.power_kw).toBe(1_560);
    expect(new MeasurementBuffer(folder).count).toBe(1_440);
  });
});

/** The answers are written out after docs.evcc.io; no evcc is installable here to test against. */
describe("an evcc", () => {
  it("charges by its mode, which is renewed before it ends and read back, and is reset", async () => {
    const requests: string[] = [];
    let batteryMode = "unknown";
    const evcc = createServer((request, response) => {
      const path = `${request.method} ${request.url}`;
      if (request.method !== "GET") requests.push(path);
      if (request.method === "POST") batteryMode = request.url!.split("/").at(-1)!;
      if (request.method === "DELETE") batteryMode = "unknown";
      const state = { grid: { power: -1200 }, battery: { power: 300, soc: 40 }, batteryMode };
      response.end(JSON.stringify(request.method === "GET" ? state : { result: 1 }));
    });
    await new Promise<void>((resolve) => evcc.listen(0, "127.0.0.1", resolve));
    onTestFinished(() => void evcc.close());
    const clock = new TestClock();
    const url = `http://127.0.0.1:${(evcc.address() as AddressInfo).port}`;
    const roles = { battery: true, meter: true };
    const adapter = new EvccAdapter({ url, maxChargeW: 3000, roles, clock, isDryRun: false });
    expect(await adapter.read()).toEqual({
      meterW: 1200,
      battery: {
        powerW: 300,
        stateOfCharge: 0.4,
        maxChargeW: 3000,
        maxDischargeW: 0,
        isBehindInverter: false,
        isAllOrNothing: true,
      },
    });
    for (let i = 0; i < 40; i++) {
      expect(await adapter.charge(3000)).toBe(true);
      clock.advance(1000);
    }
    expect(requests).toEqual(["POST /api/batterymode/charge", "POST /api/batterymode/charge"]);
    await expect(adapter.charge(-100)).rejects.toMatchObject({ fault: "unsupported" });
    expect(await adapter.release("battery")).toBe(true);
    expect(requests.at(-1)).toBe("DELETE /api/batterymode");
  });
});
