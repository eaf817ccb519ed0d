import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { connectAsync } from "mqtt";
import { expect, it, onTestFinished } from "vitest";
import { MeasurementBuffer } from "../../bridge/files/measurement-buffer.ts";
import { eventually, opened } from "../gateway/gateway-harness.ts";
import { brokers, startBroker } from "../support/broker.ts";
import { expectErrorLog } from "../support/error-log.ts";
import { startBridge } from "./bridge-process.ts";
import { alpha } from "./devices.ts";
import { preferredServer, startModbusServer } from "./modbus-server.ts";
import { openSite, pass, stateFolder } from "./test-site.ts";

async function inverter() {
  const device = alpha();
  const server = await startModbusServer(preferredServer, { 1: device.image });
  onTestFinished(() => server.stop());
  const unit = { modbus: `127.0.0.1:${server.port}/1`, inverter: "dev_pv" };
  return { server, unit, limit: () => server.get(device.at(123, 3), 5) };
}

/** A folder that nothing can be written to any more, as on a disk that is full or read-only. */
function refuseWrites(folder: string): void {
  rmSync(folder, { recursive: true });
  writeFileSync(folder, "no folder");
}

const MINUTE_MS = 60_000;
const startMs = Math.floor(Date.now() / (15 * MINUTE_MS)) * 15 * MINUTE_MS - 15 * MINUTE_MS;
const minute = (n: number) => ({
  time_from: new Date(startMs + n * MINUTE_MS).toISOString(),
  time_to: new Date(startMs + (n + 1) * MINUTE_MS).toISOString(),
  devices: [{ device_id: "dev_pv", power_kw: n }],
});

it("sends measurements and pauses while its disk takes no more", async () => {
  expectErrorLog(/Failed to connect to the MQTT broker/);
  const broker = await startBroker(brokers.at(-1)!);
  onTestFinished(() => broker.stop());
  const home = await startBroker(brokers.at(-1)!);
  onTestFinished(() => home.stop());
  const { gateway, until } = await opened({ url: broker.url });
  onTestFinished(() => gateway.close());
  const { unit } = await inverter();
  const folder = stateFolder();
  const buffer = new MeasurementBuffer(folder);
  for (let n = 0; n < 3; n++) buffer.add(minute(n));
  await broker.stop();
  const bridge = await startBridge({
    location: "loc_1",
    mqtt: { url: broker.url },
    home_assistant: { url: home.url },
    units: [unit],
    state_dir: folder,
    turn_ms: 100,
  });
  await eventually(() => bridge.lines().includes("Home Assistant"), "connected at home");
  refuseWrites(folder);
  await broker.start();
  expect((await until((all) => all.readings.length >= 3)).readings).toHaveLength(3);
  await eventually(() => bridge.lines().includes("measurements are not saved"), "logged");
  const assistant = await connectAsync(home.url, { protocolVersion: 5 });
  onTestFinished(() => assistant.endAsync());
  await assistant.publishAsync("curtail-bridge/loc_1/pause/set", "ON", { qos: 1 });
  await until((all) => all.pauses.some(({ untilMs }) => untilMs !== null));
  expect(bridge.lines()).toContain("the pause could not be saved");
  expect(bridge.child.exitCode).toBeNull();
});

it("saves the measurements that waited in memory once its disk takes them again", () => {
  const folder = stateFolder();
  const lines: string[] = [];
  const note = (line: string) => void lines.push(line);
  const buffer = new MeasurementBuffer(folder, { info: note, warn: note });
  buffer.add(minute(0));
  refuseWrites(folder);
  buffer.add(minute(1));
  buffer.add(minute(2));
  buffer.confirm(buffer.next(1));
  expect(buffer.count).toBe(2);
  rmSync(folder);
  buffer.add(minute(3));
  const saved = new MeasurementBuffer(folder).next(10);
  expect(saved.map(({ devices }) => devices![0]!.power_kw)).toEqual([1, 2, 3]);
  expect(lines).toEqual([
    expect.stringContaining("measurements are not saved"),
    "measurements are saved again",
  ]);
});

it("follows a release that it cannot save, and nothing that was issued before it", async () => {
  const { server, unit, limit } = await inverter();
  const at = openSite([unit]);
  at.send();
  await at.site.tick();
  expect(await limit()).toEqual([0, 0, 300, 0, 1]);
  const earlier = new Date(at.clock.nowMs()).toISOString();
  refuseWrites(at.folder);
  at.clock.advance(1000);
  at.send({ type: "RELEASE", limit_kw: null });
  await pass(5, at, server);
  expect(await limit()).toEqual([7000, 0, 0, 0, 1]);
  at.send({ issued_at: earlier, seconds: 60 });
  await pass(5, at, server);
  expect(await limit()).toEqual([7000, 0, 0, 0, 1]);
});

it("writes no limit to a device whose installer's limit it cannot save", async () => {
  const { server, unit } = await inverter();
  const at = openSite([unit]);
  await at.site.tick();
  mkdirSync(join(at.folder, "fixed-limits.json.next"));
  at.send();
  await pass(3, at, server);
  expect(await server.writes()).toEqual([]);
  rmSync(join(at.folder, "fixed-limits.json.next"), { recursive: true });
  await pass(3, at, server);
  expect(await server.writes()).not.toEqual([]);
  expect(readFileSync(join(at.folder, "fixed-limits.json"), "utf8")).toContain("7000");
});

it("follows no setpoint that it cannot save, also when it is sent again", async () => {
  const { server, unit } = await inverter();
  const at = openSite([unit]);
  await at.site.tick();
  mkdirSync(join(at.folder, "state.json.next"));
  const issued_at = new Date(at.clock.nowMs()).toISOString();
  at.send({ issued_at });
  at.send({ issued_at });
  await pass(3, at, server);
  expect(await server.writes()).toEqual([]);
});
