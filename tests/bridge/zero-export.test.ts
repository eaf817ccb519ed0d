import { expect, it, onTestFinished } from "vitest";
import { alpha } from "./devices.ts";
import { openHouse, toSigned32 } from "./simulated-site.ts";
import { preferredServer, startModbusServer } from "./modbus-server.ts";
import { openSite } from "./test-site.ts";

it("holds zero export through steps of the load, without swinging", async () => {
  const { house, live, send, server, reported } = await openHouse();
  await live(2);
  send({ type: "ZERO_EXPORT", limit_kw: 0 });
  for (const [loadW, availableW] of [
    [1000, 4000],
    [3000, 4000],
    [400, 4000],
    [2500, 4000],
    [2500, 1200],
    [600, 4500],
  ] as const) {
    house.loadW = loadW;
    house.availableW = availableW;
    house.exportW.length = 0;
    await live(25);
    const settled = house.exportW.slice(10);
    // Resolution of the inverter's power register: 10 W.
    for (const exportW of settled) expect(exportW).toBeLessThan(15);
    if (availableW <= loadW) continue;
    for (const exportW of settled) expect(exportW).toBeGreaterThan(-30);
    // Nothing overshoots: the error only shrinks.
    const errors = house.exportW.slice(1).map(Math.abs);
    for (const [i, error] of errors.entries())
      if (i > 1) expect(error).toBeLessThanOrEqual(Math.max(15, errors[i - 1]!));
  }
  const before = (await server.writes()).length;
  await live(20);
  expect((await server.writes()).length - before).toBeLessThanOrEqual(1);
  expect(reported.acknowledged.flatMap(({ devices }) => devices)).toEqual([
    { device_id: "dev_pv", outcome: "executed" },
  ]);
});

it("stores the surplus before it limits the inverter", async () => {
  const { house, live, send, server, stored, inverter } = await openHouse({ battery: true });
  await live(2);
  send({ type: "ZERO_EXPORT", limit_kw: 0 });
  await live(20);
  expect(house.pvW).toBeGreaterThan(3900);
  expect(Math.abs(house.exportW.at(-1)!)).toBeLessThan(30);
  expect(toSigned32(await server.get(stored.at(704, 22), 2, 2))).toBeLessThan(-2900);
  await server.set(stored.at(713, 2), [100], 2);
  await live(20);
  expect(toSigned32(await server.get(stored.at(704, 22), 2, 2))).toBe(0);
  expect(await server.get(inverter.at(123, 7), 1)).toEqual([1]);
  expect(house.exportW.at(-1)).toBeLessThan(15);
  expect(house.pvW).toBeLessThan(1030);
});

it("discharges for maximum production, and not below the reserve", async () => {
  const { live, send, server, stored } = await openHouse({ battery: true, percent: 40 });
  send({ type: "MAX_PRODUCTION", battery_reserve: 0.3 });
  await live(3);
  expect(await server.get(stored.at(704, 20), 4, 2)).toEqual([1, 1, 0, 5000]);
  await server.set(stored.at(713, 2), [30], 2);
  await live(1);
  expect(await server.get(stored.at(704, 20), 4, 2)).toEqual([1, 1, 0, 0]);
  send({ type: "RELEASE" });
  await live(1);
  expect(await server.get(stored.at(704, 20), 11, 2)).toEqual([0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0]);
});

it("charges for maximum consumption, as far as the connection allows", async () => {
  const { house, live, send, server, stored } = await openHouse({ battery: true });
  send({ type: "MAX_CONSUMPTION" });
  await live(15);
  expect(toSigned32(await server.get(stored.at(704, 22), 2, 2))).toBe(-5000);
  expect(house.pvW).toBeLessThan(5);
  send({ type: "MAX_CONSUMPTION", control_id: "ctrl_2", limit_kw: -3 });
  await live(15);
  expect(house.exportW.at(-1)).toBeGreaterThan(-3030);
  expect(house.exportW.at(-1)).toBeLessThan(-2970);
});

it("charges at night, when the inverter sleeps and reports no power", async () => {
  const { live, send, server, inverter, stored, house } = await openHouse({ battery: true });
  await live(2);
  house.isAsleep = true;
  send({ type: "MAX_CONSUMPTION", limit_kw: -17 });
  await live(2);
  expect(toSigned32(await server.get(stored.at(704, 22), 2, 2))).toBe(-5000);
  expect(await server.get(inverter.at(123, 7), 1)).toEqual([1]);
});

it("reports zero export without a meter as unsupported, and writes nothing", async () => {
  const device = alpha();
  const server = await startModbusServer(preferredServer, { 1: device.image });
  onTestFinished(() => server.stop());
  const at = openSite([{ modbus: `127.0.0.1:${server.port}`, inverter: "dev_pv" }]);
  at.send({ type: "ZERO_EXPORT", limit_kw: 0 });
  await at.site.tick();
  expect(at.reported.acknowledged[0]!.devices).toEqual([
    {
      device_id: "dev_pv",
      outcome: "unsupported",
      detail: "there is no meter at the connection point",
    },
  ]);
  expect(await server.writes()).toEqual([]);
});
