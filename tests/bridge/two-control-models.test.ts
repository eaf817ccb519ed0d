import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { alpha, withModels, type Block } from "./devices.ts";
import { startModbusServer } from "./modbus-server.ts";
import { openSite, pass } from "./test-site.ts";

const NA_SIGNED = 0x8000;
const FIXED_123 = [70, 0, 0, 0, 1];
const FIXED_704 = [1, 60, 0, 0, 0, 0];

const blocks: Block[] = [
  { id: 103, length: 50, values: { 12: 300, 13: 1, 36: 4 } },
  { id: 121, length: 30, values: { 0: 500, 20: 1 } },
  {
    id: 123,
    length: 24,
    values: { 2: 1, 3: 70, 4: 0, 5: 0, 6: 0, 7: 1, 21: 0 },
    writable: [2, 3, 4, 5, 6, 7],
  },
  {
    id: 704,
    length: 65,
    values: { 12: 1, 13: 60, 14: 0, 15: 0, 16: [0, 0], 52: NA_SIGNED },
    writable: [12, 13, 14, 15, 16, 17],
  },
];

/** An inverter that can be limited by model 704, which shows its scale factor late, and by model 123. */
async function openInverter() {
  const device = withModels(40_000, blocks);
  const server = await startModbusServer("own", { 1: device.image });
  onTestFinished(() => server.stop());
  return {
    server,
    unit: { modbus: `127.0.0.1:${server.port}/1`, inverter: "dev_pv" },
    limit123: () => server.get(device.at(123, 3), 5),
    limit704: () => server.get(device.at(704, 12), 6),
    showScale: () => server.set(device.at(704, 52), [0]),
  };
}

describe("an inverter with two models that limit it", () => {
  it("gets the installer's limit of the model that was written, also when the other is usable", async () => {
    const { server, unit, limit123, limit704, showScale } = await openInverter();
    const crashed = openSite([unit]);
    crashed.send();
    await pass(1, crashed, server);
    expect(await limit123()).toMatchObject({ 0: 0, 4: 1 });
    crashed.close();
    await showScale();
    const next = openSite([unit], { folder: crashed.folder });
    await pass(1, next, server);
    expect(await limit123()).toEqual(FIXED_123);
    expect(await limit704()).toEqual(FIXED_704);
  });

  it("is limited by one of them when the setpoint goes on after a restart, and restored at the end", async () => {
    const { server, unit, limit123, limit704, showScale } = await openInverter();
    const crashed = openSite([unit]);
    crashed.send();
    await pass(1, crashed, server);
    crashed.close();
    await showScale();
    const next = openSite([unit], { folder: crashed.folder });
    next.clock.advance(60_000);
    next.send();
    await pass(3, next, server);
    expect(next.reported.acknowledged.at(-1)!.devices[0]!.outcome).toBe("executed");
    expect(await limit123()).toMatchObject({ 0: 0, 4: 1 });
    expect(await limit704()).toEqual(FIXED_704);
    next.send({ type: "RELEASE" });
    await pass(1, next, server);
    expect([await limit123(), await limit704()]).toEqual([FIXED_123, FIXED_704]);
  });
});

it("restores a limit that was saved without the number of its model", async () => {
  const device = alpha();
  const server = await startModbusServer("own", { 1: device.image });
  onTestFinished(() => server.stop());
  const unit = { modbus: `127.0.0.1:${server.port}/1`, inverter: "dev_pv" };
  const crashed = openSite([unit]);
  crashed.send();
  await pass(1, crashed, server);
  crashed.close();
  const file = join(crashed.folder, "fixed-limits.json");
  const text = readFileSync(file, "utf8");
  const saved: unknown = Object.values(JSON.parse(text))[0];
  expect(JSON.parse(text)).toEqual({ "Alpha A-0001/1 limit 123": saved });
  writeFileSync(file, JSON.stringify({ "Alpha A-0001/1 limit": saved }));
  const next = openSite([unit], { folder: crashed.folder });
  await pass(1, next, server);
  expect(await server.get(device.at(123, 3), 5)).toEqual([7000, 0, 0, 0, 1]);
  const writes = (await server.writes()).length;
  await pass(3, openSite([unit], { folder: crashed.folder }), server);
  expect((await server.writes()).length).toBe(writes);
});
