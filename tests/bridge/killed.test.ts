import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { eventually, opened, setpointFor } from "../gateway/gateway-harness.ts";
import { brokers, startBroker } from "../support/broker.ts";
import { startBridge, type BridgeProcess } from "./bridge-process.ts";
import { alpha } from "./devices.ts";
import { preferredServer, startModbusServer } from "./modbus-server.ts";
import { stateFolder } from "./test-site.ts";

/** Kills of one run; more by `BRIDGE_KILLS=50`. */
const KILLS = Number(process.env.BRIDGE_KILLS ?? 6);
const LIFE_S = 120;
const FIXED = [7000, 0, 0, 0, 1];

/** When a bridge is killed: with its n-th write, once it acknowledged, or while it starts. */
const MOMENTS = ["at its start", "once connected", "with its first write", "acknowledged"] as const;

it(`loses no fixed limit and leaves none behind when it is killed ${KILLS} times`, async () => {
  const device = alpha();
  const server = await startModbusServer(preferredServer, { 1: device.image });
  onTestFinished(() => server.stop());
  const broker = await startBroker(brokers.at(-1)!);
  onTestFinished(() => broker.stop());
  const { gateway, kept, until } = await opened({ url: broker.url });
  onTestFinished(() => gateway.close());
  const folder = stateFolder();
  const config = {
    location: "loc_1",
    mqtt: { url: broker.url },
    units: [{ modbus: `127.0.0.1:${server.port}/1`, inverter: "dev_pv", timeout_ms: 2_000 }],
    state_dir: folder,
    turn_ms: 100,
  };
  const limit = () => server.get(device.at(123, 3), 5);
  const counts = {
    killed: 0,
    whileLimited: 0,
    executed: 0,
    falselyExecuted: 0,
    restored: 0,
    lost: 0,
    outlived: 0,
  };
  const isLimited = async () => {
    const [percent, , , , isOn] = await limit();
    return isOn === 1 && percent === 0;
  };
  const saved = (): { registers: number[]; active: boolean } | undefined => {
    try {
      const all = JSON.parse(readFileSync(join(folder, "fixed-limits.json"), "utf8"));
      return all["Alpha A-0001/1 limit 123"];
    } catch {
      return undefined;
    }
  };
  const passUntil = async (holds: () => Promise<boolean>, what: string) => {
    let last = false;
    await eventually(() => (void holds().then((value) => (last = value)), last), what);
  };

  for (let round = 0; round < KILLS; round++) {
    const moment = MOMENTS[round % MOMENTS.length]!;
    const controlId = `ctrl_${round}`;
    const online = kept.presence.length;
    const writes = (await server.writes()).length;
    const bridge: BridgeProcess = await startBridge(config);
    const dispatch = () =>
      gateway.dispatch(
        [
          setpointFor("loc_1", {
            controlId,
            type: "MAX_CONSUMPTION",
            limitKw: null,
            validUntilMs: Date.now() + LIFE_S * 1000,
          }),
        ],
        Date.now(),
      );
    if (moment === "at its start") {
      await dispatch();
      await eventually(() => bridge.lines().includes("bridge of loc_1"), "started");
    } else {
      await until(({ presence }) => presence.slice(online).some((one) => one.online));
      await dispatch();
      if (moment === "with its first write")
        await passUntil(async () => (await server.writes()).length > writes, "wrote");
      if (moment === "acknowledged") {
        await until(({ acknowledgements }) =>
          acknowledgements.some((one) => one.controlId === controlId),
        );
      }
    }
    await bridge.kill();
    counts.killed += 1;
    // What it acknowledged is true, and what it changed is on disk.
    const acknowledged = kept.acknowledgements.filter((one) => one.controlId === controlId);
    counts.executed += acknowledged.length;
    const limited = await isLimited();
    if (acknowledged.length > 0 && !limited) counts.falselyExecuted += 1;
    if (limited) {
      counts.whileLimited += 1;
      if (!saved()?.active || saved()!.registers.join() !== FIXED.join()) counts.lost += 1;
    }
    // Dead for longer than its revert time: the device ends the limit by itself.
    await server.advance(LIFE_S + 1);
    if (await isLimited()) counts.outlived += 1;

    // The control is over; the next start restores what the installer set.
    await gateway.dispatch(
      [setpointFor("loc_1", { controlId, type: "RELEASE", limitKw: null })],
      Date.now(),
    );
    const next = await startBridge(config);
    await passUntil(async () => (await limit()).join() === FIXED.join(), "restored");
    await eventually(() => saved()?.active !== true, "no longer borrowed");
    counts.restored += 1;
    await eventually(() => next.lines().includes("connected to"), "connected");
    expect(await next.kill("SIGTERM")).toBe(0);
  }
  if (process.env.BRIDGE_SHOW)
    writeFileSync(`${process.env.BRIDGE_SHOW}/killed.json`, `${JSON.stringify(counts)}\n`);
  expect(counts).toMatchObject({
    killed: KILLS,
    falselyExecuted: 0,
    restored: KILLS,
    lost: 0,
    outlived: 0,
  });
  for (const { values } of await server.writes())
    if (values[4] === 1 && values[0] === 0) expect(values[2]).toBeLessThanOrEqual(LIFE_S);
  expect(counts.whileLimited).toBeGreaterThan(0);
}, 600_000);
