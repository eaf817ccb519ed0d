import { describe, expect, it, onTestFinished } from "vitest";
import { alpha, battery, floatWords, meter, withModels, type TestDevice } from "./devices.ts";
import { startModbusServer } from "./modbus-server.ts";
import { openSite, pass } from "./test-site.ts";

const toSigned32 = ([high = 0, low = 0]: number[]) => ((high << 16) | low) >> 0;

async function serve(units: Record<number, TestDevice>) {
  const images = Object.entries(units).map(([unit, { image }]) => [unit, image]);
  const server = await startModbusServer("own", Object.fromEntries(images));
  onTestFinished(() => server.stop());
  return server;
}

/** A site whose meter, and whose battery, are at addresses of their own. */
async function openApart(percent = 50) {
  const inverter = alpha();
  const stored = battery(percent);
  const inverters = await serve({ 1: inverter });
  const batteries = await serve({ 2: stored });
  const meters = await serve({ 240: meter() });
  const units = [
    { modbus: `127.0.0.1:${inverters.port}/1`, inverter: "dev_pv" },
    { modbus: `127.0.0.1:${batteries.port}/2`, battery: "dev_bat" },
    { modbus: `127.0.0.1:${meters.port}/240`, meter: "dev_meter" },
  ];
  await inverters.set(inverter.at(103, 12), [100]);
  await meters.set(meter().at(203, 16), [-1000 & 0xffff], 240);
  const limit = () => inverters.get(inverter.at(123, 3), 5);
  /** Power of the battery, positive when discharging. */
  const batteryW = async () => toSigned32(await batteries.get(stored.at(704, 22), 2, 2));
  return { units, inverters, batteries, meters, stored, limit, batteryW };
}

describe("while a unit is silent for longer than a setpoint lives", () => {
  it.each(["meters", "batteries"] as const)(
    "the inverter keeps its limit, and gets the installer's at the end (%s)",
    async (silent) => {
      const { units, inverters, limit, ...servers } = await openApart(100);
      const at = openSite(units);
      const send = () => at.send({ type: "ZERO_EXPORT", limit_kw: 0 });
      const answering = Object.entries(servers).flatMap(([name, server]) =>
        (name === "meters" || name === "batteries") && name !== silent ? [server] : [],
      ) as [typeof inverters];
      send();
      await pass(5, at, inverters);
      expect(await limit()).toMatchObject({ 0: 0, 4: 1 });
      await servers[silent].stop();
      for (let minute = 0; minute < 7; minute++) {
        send();
        await pass(60, at, inverters, ...answering);
        expect(await limit()).toMatchObject({ 0: 0, 4: 1 });
      }
      const outcomes = at.reported.acknowledged.flatMap(({ devices }) => devices);
      expect(outcomes.filter(({ outcome }) => outcome === "failed")).toHaveLength(2);
      await pass(300, at, inverters, ...answering);
      expect(await limit()).toEqual([7000, 0, 0, 0, 1]);
    },
  );

  it.each([Infinity, -Infinity])("a meter that reports %d W is silent", async (watts) => {
    const { units, inverters, limit } = await openApart();
    const floats = withModels(40_000, [
      { id: 213, length: 124, values: { 26: floatWords(-1000) } },
    ]);
    const meters = await serve({ 240: floats });
    const at = openSite([units[0]!, { ...units[2]!, modbus: `127.0.0.1:${meters.port}/240` }]);
    at.send({ type: "ZERO_EXPORT", limit_kw: 0.5 });
    await pass(5, at, inverters);
    const before = await limit();
    expect(before).toMatchObject({ 0: 1000, 4: 1 });
    await meters.set(floats.at(213, 26), floatWords(watts), 240);
    await pass(15, at, inverters);
    expect((await limit()).with(2, before[2]!)).toEqual(before);
    const outcomes = at.reported.acknowledged.flatMap(({ devices }) => devices);
    expect(outcomes.map(({ outcome }) => outcome)).toEqual(["executed", "failed"]);
    expect(outcomes.at(-1)!.detail).toContain("the meter reports no power");
  });

  it("a battery keeps its power, and is not discharged below its reserve", async () => {
    const { units, inverters, batteries, meters, stored, batteryW } = await openApart(60);
    const at = openSite(units);
    const send = () => at.send({ type: "MAX_PRODUCTION", limit_kw: 17, battery_reserve: 0.3 });
    send();
    await pass(3, at, inverters, batteries);
    expect(await batteryW()).toBe(5000);
    await meters.stop();
    await pass(60, at, inverters, batteries);
    send();
    await pass(5, at, inverters, batteries);
    expect(await batteryW()).toBe(5000);
    await batteries.set(stored.at(713, 2), [30], 2);
    await pass(5, at, inverters, batteries);
    expect(await batteryW()).toBe(0);
  });

  it("a bridge that starts again restores the installer's limit", async () => {
    const { units, inverters, meters, limit } = await openApart(100);
    const crashed = openSite(units);
    crashed.send({ type: "ZERO_EXPORT", limit_kw: 0 });
    await pass(3, crashed, inverters);
    crashed.close();
    await meters.stop();
    await inverters.advance(300);
    expect((await limit())[4]).toBe(0);
    const next = openSite(units, { folder: crashed.folder });
    next.clock.advance(60_000);
    next.send({ type: "ZERO_EXPORT", limit_kw: 0 });
    await pass(3, next, inverters);
    expect(await limit()).toEqual([7000, 0, 0, 0, 1]);
  });

  it("a setpoint of another type ends what was requested before", async () => {
    const { units, inverters, meters, limit } = await openApart();
    const at = openSite(units);
    at.send({ type: "MAX_CONSUMPTION" });
    await pass(2, at, inverters);
    expect((await limit())[0]).toBe(0);
    await meters.stop();
    at.send({ type: "MAX_PRODUCTION", limit_kw: 17, control_id: "ctrl_2" });
    await pass(2, at, inverters);
    expect(await limit()).toEqual([7000, 0, 0, 0, 1]);
  });
});
