import { expect, it, onTestFinished } from "vitest";
import { withModels, type Block, type TestDevice } from "./devices.ts";
import { startModbusServer } from "./modbus-server.ts";
import { openSite, pass } from "./test-site.ts";

const inverter: Block = { id: 103, length: 50, values: { 12: 247, 13: 1, 36: 4 } };
const settings: Block = { id: 121, length: 30, values: { 0: 500, 20: 1 } };
const status: Block = { id: 122, length: 44, values: { 29: 420, 30: 1 } };
const control = (percent: number): Block => ({
  id: 123,
  length: 24,
  values: { 2: 1, 3: percent, 4: 0, 5: 0, 6: 0, 7: 1, 21: 0 },
  writable: [2, 3, 4, 5, 6, 7],
});

const start = (device: TestDevice, port?: number) =>
  startModbusServer("own", { 1: device.image }, port);

it("finds the models again when a device restarted with another map", async () => {
  const before = withModels(40_000, [inverter, settings, control(70)]);
  const server = await start(before);
  const unit = { modbus: `127.0.0.1:${server.port}/1`, inverter: "dev_pv" };
  const at = openSite([unit]);
  at.send();
  await pass(2, at, server);
  expect(await server.get(before.at(123, 3), 5)).toMatchObject({ 0: 0, 4: 1 });
  await server.stop();

  // Its new firmware has one more model, before the others. Every register of the old map still answers.
  const after = withModels(40_000, [status, inverter, settings, control(70)]);
  after.image.writable = Object.keys(after.image.registers).map(Number);
  const restarted = await start(after, server.port);
  onTestFinished(() => restarted.stop());
  await pass(2, at, restarted);
  expect(await at.adapter.read()).toEqual({
    inverter: { powerW: 2470, ratedW: 5000, availableW: 4200 },
  });
  expect(await restarted.get(after.at(123, 3), 5)).toMatchObject({ 0: 0, 4: 1 });
  const limits = [3, 4, 5, 6, 7].map((offset) => after.at(123, offset));
  for (const { address } of await restarted.writes()) expect(limits).toContain(address);
  at.send({ type: "RELEASE" });
  await pass(1, at, restarted);
  expect(await restarted.get(after.at(123, 3), 5)).toMatchObject({ 0: 70, 4: 1 });
});
