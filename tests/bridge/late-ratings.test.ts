import { expect, it, onTestFinished } from "vitest";
import { alpha, withModels, type TestDevice } from "./devices.ts";
import { startModbusServer } from "./modbus-server.ts";
import { openSite, pass } from "./test-site.ts";

const NA = 0xffff;
const NA_SIGNED = 0x8000;
const FIXED = [7000, 0, 0, 0, 1];

async function serve(device: TestDevice) {
  const server = await startModbusServer("own", { 1: device.image });
  onTestFinished(() => server.stop());
  return { server, unit: { modbus: `127.0.0.1:${server.port}/1`, inverter: "dev_pv" } };
}

const outcomesOf = ({ reported }: ReturnType<typeof openSite>) =>
  reported.acknowledged.flatMap(({ devices }) => devices.map(({ outcome }) => outcome));

it.each([
  ["rating", { 0: NA, 20: 1 }],
  ["scale factor", { 0: 500, 20: NA_SIGNED }],
])("controls an inverter whose %s was not known at the start", async (_, values) => {
  const device = withModels(40_000, [
    { id: 103, length: 50, values: { 12: 0, 13: 0 } },
    { id: 121, length: 30, values },
    {
      id: 123,
      length: 24,
      values: { 2: 1, 3: 100, 4: 0, 5: 0, 6: 0, 7: 0, 21: 0 },
      writable: [2, 3, 4, 5, 6, 7],
    },
  ]);
  const { server, unit } = await serve(device);
  const at = openSite([unit]);
  at.send();
  await pass(15, at, server);
  expect(outcomesOf(at)).toEqual(["failed"]);
  expect(at.reported.measured).toEqual([]);
  expect(await server.writes()).toEqual([]);
  await server.set(device.at(121, 0), [500]);
  await server.set(device.at(121, 20), [1]);
  await pass(6, at, server);
  expect(outcomesOf(at)).toEqual(["failed", "executed"]);
  expect(await server.get(device.at(123, 3), 5)).toMatchObject({ 0: 0, 4: 1 });
});

it("controls an inverter whose percentage had no scale factor at the start", async () => {
  const device = alpha();
  const { server, unit } = await serve(device);
  await server.set(device.at(123, 21), [NA_SIGNED]);
  const at = openSite([unit]);
  at.send();
  await pass(3, at, server);
  expect(await server.writes()).toEqual([]);
  await server.set(device.at(123, 21), [-2 & 0xffff]);
  await pass(6, at, server);
  expect(outcomesOf(at)).toEqual(["executed"]);
});

it("measures an inverter that never reports a rating", async () => {
  const device = alpha();
  const { server, unit } = await serve(device);
  await server.set(device.at(121, 0), [NA]);
  await server.set(device.at(120, 1), [NA]);
  const at = openSite([unit]);
  await pass(121, at, server);
  expect(at.reported.measured.at(-1)!.devices![0]).toMatchObject({ power_kw: 3 });
});

/** A site that died after its first command, and whose device has lost it since. @returns its folder */
async function crash(
  unit: Parameters<typeof openSite>[0][number],
  server: Parameters<typeof pass>[2],
): Promise<string> {
  const { send, site, close, folder } = openSite([unit]);
  send();
  await site.tick();
  close();
  await server.advance(300);
  return folder;
}

it("restores the installer's limit after a crash while the inverter reports no rating yet", async () => {
  const device = alpha();
  const { server, unit } = await serve(device);
  const folder = await crash(unit, server);
  expect((await server.get(device.at(123, 3), 5))[4]).toBe(0);
  await server.set(device.at(121, 0), [NA]);
  await server.set(device.at(120, 1), [NA]);
  await server.set(device.at(123, 21), [NA_SIGNED]);
  const next = openSite([unit], { folder });
  await pass(1, next, server);
  expect(await server.get(device.at(123, 3), 5)).toEqual(FIXED);
});

it("restores the installer's limit after a crash once the inverter shows its controls", async () => {
  const device = alpha();
  const { server, unit } = await serve(device);
  const folder = await crash(unit, server);
  // While it starts, its map ends before the controls.
  await server.set(device.at(123, -2), [0xffff]);
  const next = openSite([unit], { folder });
  await pass(3, next, server);
  expect((await server.get(device.at(123, 3), 5))[4]).toBe(0);
  await server.set(device.at(123, -2), [123]);
  await pass(6, next, server);
  expect(await server.get(device.at(123, 3), 5)).toEqual(FIXED);
});
