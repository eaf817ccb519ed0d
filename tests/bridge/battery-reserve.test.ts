import { describe, expect, it, onTestFinished } from "vitest";
import { battery, floatWords, gamma, meter, withModels, type TestDevice } from "./devices.ts";
import { startModbusServer, type ModbusServer } from "./modbus-server.ts";
import { openSite, pass } from "./test-site.ts";

/** A hybrid inverter with a battery of its own, and a meter on another address, at a load of 1 kW. */
async function openHybrid(device: TestDevice) {
  const metered = meter();
  const server = await startModbusServer("own", { 1: device.image, 240: metered.image });
  onTestFinished(() => server.stop());
  const host = `127.0.0.1:${server.port}`;
  const at = openSite([
    { modbus: `${host}/1`, inverter: "dev_pv", battery: "dev_bat" },
    { modbus: `${host}/240`, meter: "dev_meter" },
  ]);
  const send = (battery_reserve?: number) =>
    at.send({ type: "ZERO_EXPORT", limit_kw: 0, ...(battery_reserve && { battery_reserve }) });
  return { ...at, server, send };
}

const modeOf = async (device: TestDevice, server: ModbusServer) => {
  const [mode] = await server.get(device.at(124, 3), 1);
  return { mode, rates: await server.get(device.at(124, 10), 2) };
};
const UNTOUCHED = { mode: 0, rates: [1000, 1000] };
/** The limit of discharging is in force and 0; that of charging is as it was. */
const HELD = { mode: 2, rates: [0, 1000] };

describe("the battery of a hybrid inverter, for zero export,", () => {
  it("is in its own mode above the reserve", async () => {
    const device = gamma();
    const at = await openHybrid(device);
    at.send(0.5);
    await pass(3, at, at.server);
    expect(await modeOf(device, at.server)).toEqual(UNTOUCHED);
  });

  it("is not discharged below the reserve, stores surplus, and is restored above it", async () => {
    const device = gamma();
    const at = await openHybrid(device);
    at.send(0.6);
    await pass(4, at, at.server);
    expect(await modeOf(device, at.server)).toEqual(HELD);
    const outcomes = at.reported.acknowledged.flatMap(({ devices }) => devices);
    expect(outcomes).toContainEqual({ device_id: "dev_bat", outcome: "executed" });
    await at.server.set(device.at(124, 6), [610]);
    await pass(4, at, at.server);
    expect(await modeOf(device, at.server)).toEqual(UNTOUCHED);
    await at.server.set(device.at(124, 6), [600]);
    await pass(4, at, at.server);
    expect(await modeOf(device, at.server)).toEqual(HELD);
  });

  it("is not discharged below the reserve while the meter is silent", async () => {
    const device = gamma();
    const floats = withModels(40_000, [{ id: 213, length: 124, values: { 26: floatWords(0) } }]);
    const meters = await startModbusServer("own", { 240: floats.image });
    const server = await startModbusServer("own", { 1: device.image });
    onTestFinished(() => server.stop());
    const at = openSite([
      { modbus: `127.0.0.1:${server.port}/1`, inverter: "dev_pv", battery: "dev_bat" },
      { modbus: `127.0.0.1:${meters.port}/240`, meter: "dev_meter" },
    ]);
    at.send({ type: "ZERO_EXPORT", limit_kw: 0, battery_reserve: 0.5 });
    await pass(3, at, server);
    await meters.stop();
    await server.set(device.at(124, 6), [500]);
    await pass(4, at, server);
    expect(await modeOf(device, server)).toEqual(HELD);
  });

  it("rests at the reserve where its model has no limit of discharging", async () => {
    const device = battery(30);
    const at = await openHybrid(device);
    at.send(0.3);
    await pass(3, at, at.server);
    expect(await at.server.get(device.at(704, 20), 4)).toEqual([1, 1, 0, 0]);
    await at.server.set(device.at(713, 2), [31]);
    await pass(3, at, at.server);
    expect(await at.server.get(device.at(704, 20), 1)).toEqual([0]);
  });
});
