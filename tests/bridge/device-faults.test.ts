import { rmSync, writeFileSync } from "node:fs";
import { describe, expect, it, onTestFinished } from "vitest";
import { alpha } from "./devices.ts";
import { preferredServer, startModbusServer, type ModbusFault } from "./modbus-server.ts";
import { openSite, pass, stateFolder, type TestSiteOptions } from "./test-site.ts";

async function opened(options: TestSiteOptions & Parameters<typeof alpha>[0] = {}) {
  const device = alpha(options);
  const server = await startModbusServer(preferredServer, { 1: device.image });
  onTestFinished(() => server.stop());
  const folder = stateFolder();
  const modbus = `127.0.0.1:${server.port}`;
  const unit = { modbus, inverter: "dev_pv", timeout_ms: 300 };
  const open = () => openSite([unit], { folder, ...options });
  return { server, open, limit: () => server.get(device.at(123, 3), 5), device };
}
const LIMITED = [0, 0, 300, 0, 1];
const FIXED = [7000, 0, 0, 0, 1];
const outcomes = ({ reported }: ReturnType<typeof openSite>) =>
  reported.acknowledged.flatMap(({ devices }) => devices.map(({ outcome }) => outcome));

describe("a bridge whose inverter misbehaves", () => {
  it.each<[string, ModbusFault]>([
    ["the cable is pulled before a write", { kind: "drop", times: 1, writesOnly: true }],
    ["the cable is pulled after a write took effect", { kind: "cut", times: 1, writesOnly: true }],
    ["the device is busy", { kind: "exception", code: 6, times: 2, writesOnly: true }],
    ["the device does not answer", { kind: "silent", times: 2 }],
    ["a write is accepted and not done", { kind: "ignore", times: 2, writesOnly: true }],
  ])("claims nothing and tries again when %s", async (_, fault) => {
    const { server, open, limit } = await opened();
    const at = open();
    await at.site.tick();
    await server.fault(fault);
    at.send();
    await at.site.tick();
    expect(outcomes(at)).toEqual([]);
    await pass(3, at, server);
    expect(outcomes(at)).toEqual(["executed"]);
    expect((await limit()).with(2, 300)).toEqual(LIMITED);
  });

  it("reports a device that stays silent as failed, and executed when it answers again", async () => {
    const { server, open } = await opened();
    const at = open();
    await at.site.tick();
    await server.fault({ kind: "exception", code: 11, times: 40 });
    at.send();
    await pass(9, at);
    expect(outcomes(at)).toEqual([]);
    await pass(5, at);
    expect(at.reported.acknowledged.at(-1)!.devices[0]).toMatchObject({
      outcome: "failed",
      detail: expect.stringContaining("exception 11"),
    });
    await pass(40, at);
    expect(outcomes(at)).toEqual(["failed", "executed"]);
  });

  it("writes over another controller a few times, and reports it then", async () => {
    const { server, open, device } = await opened();
    const at = open();
    at.send();
    await at.site.tick();
    for (let i = 0; i < 4; i++) {
      await server.set(device.at(123, 3), [5000]);
      await pass(1, at);
    }
    const writes = (await server.writes()).length;
    await pass(12, at);
    expect((await server.writes()).length).toBe(writes);
    expect(outcomes(at)).toEqual(["executed", "failed"]);
    expect(at.reported.acknowledged.at(-1)!.devices[0]!.detail).toContain("another controller");
    at.send({ type: "RELEASE" });
    await at.site.tick();
    expect(await server.get(device.at(123, 3), 5)).toEqual(FIXED);
  });

  it("restores the installer's limit after a crash, also when the device reverted to none", async () => {
    const { server, open, limit } = await opened();
    const crashed = open();
    crashed.send();
    await crashed.site.tick();
    expect(await limit()).toEqual(LIMITED);
    crashed.close();
    await server.advance(300);
    expect((await limit())[4]).toBe(0);
    await open().site.tick();
    expect(await limit()).toEqual(FIXED);
  });

  it("does not control an inverter without a revert timer, unless that is configured", async () => {
    const { server, open, limit } = await opened({ timer: false });
    const at = open();
    at.send();
    await at.site.tick();
    expect(outcomes(at)).toEqual(["unsupported"]);
    expect(await server.writes()).toEqual([]);
    expect(await limit()).toEqual([7000, 0, 0xffff, 0, 1]);
  });

  it("only says what it would write in a dry run, and acknowledges nothing", async () => {
    const { server, open } = await opened({ isDryRun: true });
    const at = open();
    at.send();
    await pass(3, at);
    expect(await server.writes()).toEqual([]);
    expect(at.reported.acknowledged).toEqual([]);
    expect(at.reported.lines.filter((line) => line.includes("would write"))).toEqual([
      expect.stringContaining("[0 0 299 0 1]"),
    ]);
  });

  it("returns to normal operation while the customer pauses, and tells the service why", async () => {
    let pausedUntilMs = 0;
    const { server, open, limit } = await opened({ pausedUntilMs: () => pausedUntilMs });
    const at = open();
    at.send();
    await at.site.tick();
    pausedUntilMs = at.clock.nowMs() + 30_000;
    await at.site.tick();
    expect(await limit()).toEqual(FIXED);
    expect(at.reported.acknowledged.at(-1)!.devices[0]).toMatchObject({
      outcome: "failed",
      detail: expect.stringContaining("paused by the customer until"),
    });
    await pass(31, at, server);
    expect(outcomes(at)).toEqual(["executed", "failed", "executed"]);
  });

  it("writes no power outside the ratings", async () => {
    const { server, open } = await opened();
    const { adapter } = open();
    for (const watts of [5001, -5001, NaN, Infinity])
      await expect(adapter.limit(watts, 60)).rejects.toMatchObject({ fault: "refused" });
    await expect(adapter.charge(100, 60)).rejects.toMatchObject({ fault: "unsupported" });
    expect(await server.writes()).toEqual([]);
  });

  it("goes on after a turn that failed", async () => {
    const { server, open, limit } = await opened();
    const at = open();
    await at.site.tick();
    rmSync(at.folder, { recursive: true });
    writeFileSync(at.folder, "no folder");
    at.send();
    await at.site.tick();
    expect(await server.writes()).toEqual([]);
    expect(outcomes(at)).toEqual([]);
    rmSync(at.folder);
    at.send();
    await at.site.tick();
    expect(outcomes(at)).toEqual(["executed"]);
    expect((await limit())[0]).toBe(0);
  });

  it("follows nothing with a damaged file of limits, and says which", () => {
    const folder = stateFolder();
    writeFileSync(`${folder}/fixed-limits.json`, '{"Alpha');
    expect(() => openSite([{ modbus: "127.0.0.1:1", inverter: "dev" }], { folder })).toThrow(
      /fixed-limits.json is damaged/,
    );
  });
});
