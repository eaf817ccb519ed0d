import { describe, expect, it, onTestFinished } from "vitest";
import { ModbusConnection } from "../../bridge/modbus/connection.ts";
import { discover } from "../../bridge/sunspec/discover.ts";
import { alpha, beta, gamma, type TestDevice } from "./devices.ts";
import { serverKinds, startModbusServer, type ServerKind } from "./modbus-server.ts";
import { openSite, pass } from "./test-site.ts";

async function serve(kind: ServerKind, device: TestDevice) {
  const server = await startModbusServer(kind, { 1: device.image });
  onTestFinished(() => server.stop());
  return server;
}

const executed = (id: string) => [{ device_id: id, outcome: "executed" }];

describe.each(serverKinds)("a SunSpec inverter on a Modbus server (%s)", (kind) => {
  it.each([
    ["Alpha", alpha(), 40_000, [1, 103, 120, 121, 122, 123], "A-0001"],
    ["Beta", beta(), 0, [1, 701, 702, 704], "B-0002"],
    ["Gamma", gamma(), 50_000, [1, 113, 120, 123, 124], ""],
  ])(
    "is found at its base address, with its models (%s)",
    async (name, device, base, ids, serial) => {
      const server = await serve(kind, device);
      const connection = new ModbusConnection("127.0.0.1", server.port, 500);
      onTestFinished(() => connection.close());
      const found = await discover(connection, 1);
      expect(found).toMatchObject({ manufacturer: name, base, serial, version: "1.2.3" });
      expect(found.models.map(({ id }) => id)).toEqual(ids);
    },
  );

  it("follows a setpoint with a revert time, is read back, and gets its fixed limit back", async () => {
    const device = alpha();
    const server = await serve(kind, device);
    const at = openSite([{ modbus: `127.0.0.1:${server.port}/1`, inverter: "dev_pv" }]);
    const limit = () => server.get(device.at(123, 3), 5);
    await at.site.tick();
    expect(await limit()).toEqual([7000, 0, 0, 0, 1]);
    expect(await server.writes()).toEqual([]);

    at.send({ seconds: 120 });
    await at.site.tick();
    expect(await limit()).toEqual([0, 0, 120, 0, 1]);
    expect(at.reported.acknowledged).toEqual([
      { controlId: "ctrl_1", devices: executed("dev_pv") },
    ]);
    await pass(60, at, server);
    expect(await server.writes()).toHaveLength(1);

    at.send({ seconds: 120 });
    await at.site.tick();
    expect(await limit()).toEqual([0, 0, 120, 0, 1]);
    await pass(119, at, server);
    expect(await limit()).toEqual([0, 0, 120, 0, 1]);
    await pass(1, at, server);
    expect(await limit()).toEqual([7000, 0, 0, 0, 1]);
    expect(at.reported.acknowledged).toHaveLength(1);
  });

  it("never lifts the power above the fixed limit, and a release restores it at once", async () => {
    const device = alpha();
    const server = await serve(kind, device);
    const at = openSite([{ modbus: `127.0.0.1:${server.port}`, inverter: "dev_pv" }]);
    at.send({ type: "MAX_PRODUCTION" });
    await at.site.tick();
    expect(await server.get(device.at(123, 3), 5)).toEqual([7000, 0, 0, 0, 1]);
    expect(at.reported.acknowledged[0]!.devices).toEqual(executed("dev_pv"));
    at.send({ type: "MAX_CONSUMPTION" });
    await at.site.tick();
    expect(await server.get(device.at(123, 3), 1)).toEqual([0]);
    at.send({ type: "RELEASE" });
    await at.site.tick();
    expect(await server.get(device.at(123, 3), 5)).toEqual([7000, 0, 0, 0, 1]);
  });

  it("writes the installer's limit as the reversion of model 704", async () => {
    const device = beta();
    const server = await serve(kind, device);
    const at = openSite([{ modbus: `127.0.0.1:${server.port}`, inverter: "dev_pv" }]);
    at.send({ seconds: 90 });
    await at.site.tick();
    expect(await server.get(device.at(704, 12), 6)).toEqual([1, 0, 600, 1, 0, 90]);
    expect(at.reported.acknowledged[0]!.devices).toEqual(executed("dev_pv"));
    at.close();
    await server.advance(90);
    expect(await server.get(device.at(704, 12), 2)).toEqual([1, 600]);
    at.clock.advance(90_000);
    await at.site.tick();
    expect(await server.get(device.at(704, 12), 6)).toEqual([1, 600, 0, 0, 0, 0]);
  });

  it("copes with single writes, late registers and rates that may not be negative", async () => {
    const device = gamma();
    const server = await serve(kind, device);
    const modbus = `127.0.0.1:${server.port}`;
    const at = openSite([{ modbus, inverter: "dev_pv", battery: "dev_bat" }]);
    at.send({ seconds: 200 });
    await at.site.tick();
    await pass(3, at, server);
    expect(await server.get(device.at(123, 3), 5)).toMatchObject({ 0: 0, 4: 1 });
    // Charging at full power: the mode bit of charging, its rate in 0.1 %, and the grid as source.
    expect(await server.get(device.at(124, 3), 1)).toEqual([1]);
    expect(await server.get(device.at(124, 10), 2)).toEqual([0, 1000]);
    expect(await server.get(device.at(124, 15), 1)).toEqual([1]);
    const outcomes = at.reported.acknowledged.flatMap(({ devices }) => devices);
    expect(outcomes).toEqual(
      expect.arrayContaining([...executed("dev_pv"), ...executed("dev_bat")]),
    );
    at.send({ type: "RELEASE" });
    await pass(3, at, server);
    expect(await server.get(device.at(123, 3), 5)).toMatchObject({ 0: 100, 4: 0 });
    expect(await server.get(device.at(124, 3), 1)).toEqual([0]);
    expect(await server.get(device.at(124, 10), 2)).toEqual([1000, 1000]);
    expect(await server.get(device.at(124, 15), 1)).toEqual([0]);
  });
});
