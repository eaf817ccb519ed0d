import { expect, it, onTestFinished } from "vitest";
import { withModels } from "./devices.ts";
import { startModbusServer } from "./modbus-server.ts";
import { openSite } from "./test-site.ts";

/** A scale factor of -1. */
const TENTHS = 0xffff;
const signed = (register: number) => (register << 16) >> 16;

/** A battery that charges with at most 3 kW and discharges with at most 6 kW, rates in 0.1 %. */
async function openBattery() {
  const rates = { 10: 1000, 11: 1000, 12: 0, 13: 0, 14: 0, 23: TENTHS };
  const storage = { 0: 3000, 3: 0, 6: 500, 15: 0, 16: 0, 20: TENTHS, ...rates };
  const device = withModels(40_000, [
    { id: 103, length: 50, values: { 12: 0, 13: 0 } },
    { id: 120, length: 26, values: { 1: 5000, 2: 0, 21: 3000, 22: 0, 23: 6000, 24: 0 } },
    { id: 124, length: 24, values: storage, writable: [3, 10, 11, 12, 13, 14, 15] },
  ]);
  const server = await startModbusServer("own", { 1: device.image });
  onTestFinished(() => server.stop());
  const at = openSite([{ modbus: `127.0.0.1:${server.port}/1`, battery: "dev_bat" }]);
  const ratesNow = async () => (await server.get(device.at(124, 10), 2)).map(signed);
  return { ...at, rates: ratesNow };
}

it.each([
  ["charges with 1,500 W", 1500, [-250, 500]],
  ["discharges with 1,500 W", -1500, [250, -500]],
  ["discharges with more than it can charge with", -4500, [750, -1000]],
  ["is idle", 0, [0, 0]],
])("writes each rate of model 124 as a percentage of its own maximum: %s", async (_, watts, is) => {
  const { adapter, rates } = await openBattery();
  expect(await adapter.charge(watts, 60)).toBe(true);
  expect(await rates()).toEqual(is);
});

it("never forces more than it allows after rounding", async () => {
  const { adapter, rates } = await openBattery();
  for (const watts of [1, 2, 5, 1502, 1505, 2999]) {
    await adapter.charge(watts, 60);
    const [out, into] = await rates();
    expect((into! / 1000) * 3000).toBeLessThanOrEqual(watts);
    expect((-out! / 1000) * 6000).toBeLessThanOrEqual((into! / 1000) * 3000);
  }
});
