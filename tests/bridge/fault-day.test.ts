import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { alpha, beta, type TestDevice } from "./devices.ts";
import { preferredServer, startModbusServer, type ModbusFault } from "./modbus-server.ts";
import { openSite, stateFolder, TestClock } from "./test-site.ts";

/** Hours of the simulated day; all 24 by `BRIDGE_FAULT_HOURS=24`. */
const HOURS = Number(process.env.BRIDGE_FAULT_HOURS ?? 4);
const STEP_S = 5;
const LIFE_S = 300;

/** A generator of numbers from 0 to 1 (mulberry32): each run has the same day. */
function generator(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}

const FAULTS: (() => ModbusFault)[] = [
  () => ({ kind: "drop", times: 1, writesOnly: true }),
  () => ({ kind: "cut", times: 1, writesOnly: true }),
  () => ({ kind: "exception", code: 6, times: 3 }),
  () => ({ kind: "ignore", times: 1, writesOnly: true }),
  () => ({ kind: "silent", times: 1 }),
];

const DEVICES: [
  string,
  () => TestDevice,
  {
    model: number;
    from: number;
    count: number;
    fixed: number[];
    value: number;
    ena: number;
    key: string;
  },
][] = [
  [
    "model 123",
    () => alpha(),
    {
      model: 123,
      from: 3,
      count: 5,
      fixed: [7000, 0, 0, 0, 1],
      value: 0,
      ena: 4,
      key: "Alpha A-0001/1 limit 123",
    },
  ],
  [
    "model 704",
    () => beta({}),
    {
      model: 704,
      from: 12,
      count: 6,
      fixed: [1, 600, 0, 0, 0, 0],
      value: 1,
      ena: 0,
      key: "Beta B-0002/1 limit 704",
    },
  ],
];

it.each(DEVICES)(
  `keeps its promises through ${HOURS} hours of faults (%s)`,
  async (name, device, shape) => {
    const random = generator(shape.model);
    const { image, at } = device();
    const server = await startModbusServer(preferredServer, { 1: image });
    onTestFinished(() => server.stop());
    const folder = stateFolder();
    const clock = new TestClock();
    const startMs = clock.nowMs();
    const unit = { modbus: `127.0.0.1:${server.port}`, inverter: "dev_pv", timeout_ms: 150 };
    const counts = {
      hours: HOURS,
      steps: 0,
      controls: 0,
      setpoints: 0,
      executed: 0,
      failed: 0,
      modbusFaults: 0,
      otherMaster: 0,
      clockJumps: 0,
      brokerSilent: 0,
      crashes: 0,
      restored: 0,
      falselyExecuted: 0,
      outlived: 0,
      fixedLost: 0,
    };
    const read = () => server.get(at(shape.model, shape.from), shape.count);
    const readSaved = (): { registers: number[]; active: boolean } | undefined => {
      const file = join(folder, "fixed-limits.json");
      return existsSync(file) ? JSON.parse(readFileSync(file, "utf8"))[shape.key] : undefined;
    };
    const isLimited = (registers: number[]) =>
      registers[shape.ena] === 1 && registers[shape.value] === 0;
    let site = openSite([unit], { folder, clock });
    let trueMs = startMs;
    let jumpMs = 0;
    let control: { id: string; endMs: number } | undefined;
    let lastValidMs = 0;
    let silentUntilMs = 0;
    let quietSinceMs = startMs;
    let seen = 0;
    let wasActive = false;
    let crashedUntilMs = 0;
    const disturb = () => (quietSinceMs = trueMs);

    for (let second = 0; second < HOURS * 3600; second += STEP_S) {
      clock.advance(STEP_S * 1000);
      trueMs += STEP_S * 1000;
      await server.advance(STEP_S);
      counts.steps += 1;
      if (!control && random() < 0.01) {
        control = { id: `ctrl_${++counts.controls}`, endMs: trueMs + 600_000 * (0.3 + random()) };
      }
      if (control && trueMs >= control.endMs) control = undefined;
      if (random() < 0.002) {
        silentUntilMs = trueMs + 900_000 * random();
        counts.brokerSilent += 1;
      }
      const isSent = control && second % 60 < STEP_S && trueMs >= silentUntilMs;
      if (isSent && trueMs >= crashedUntilMs) {
        const seconds = Math.min(LIFE_S, (control!.endMs - trueMs) / 1000);
        const body = {
          control_id: control!.id,
          type: "MAX_CONSUMPTION",
          limit_kw: null,
          issued_at: new Date(trueMs).toISOString(),
          valid_until: new Date(trueMs + seconds * 1000).toISOString(),
          revert: "normal",
        };
        site.site.receive(Buffer.from(JSON.stringify(body)));
        lastValidMs = Math.max(lastValidMs, trueMs + seconds * 1000);
        counts.setpoints += 1;
      }
      if (random() < 0.02) {
        await server.fault(FAULTS[Math.floor(random() * FAULTS.length)]!());
        counts.modbusFaults += 1;
        disturb();
      }
      if (readSaved()?.active && random() < 0.004) {
        await server.set(at(shape.model, shape.from + shape.value), [300]);
        counts.otherMaster += 1;
        disturb();
      }
      if (random() < 0.002) {
        clock.jump(-jumpMs);
        jumpMs = jumpMs === 0 ? (random() - 0.5) * 1_200_000 : 0;
        clock.jump(jumpMs);
        counts.clockJumps += 1;
      }
      if (random() < 0.005 && trueMs >= crashedUntilMs) {
        site.close();
        crashedUntilMs = trueMs + 600_000 * random();
        counts.crashes += 1;
      }
      if (trueMs < crashedUntilMs) {
        disturb();
      } else {
        if (crashedUntilMs > 0) {
          crashedUntilMs = 0;
          seen = 0;
          site = openSite([unit], { folder, clock });
        }
        await site.site.tick();
        const now = await read();
        for (const { devices } of site.reported.acknowledged.slice(seen))
          for (const { outcome } of devices) {
            counts[outcome as "executed" | "failed"] += 1;
            if (outcome === "executed" && !isLimited(now)) counts.falselyExecuted += 1;
          }
        seen = site.reported.acknowledged.length;
      }
      const registers = await read();
      // One step, and the second to which the revert time is rounded up.
      if (isLimited(registers) && trueMs > lastValidMs + STEP_S * 1000 + 1000) counts.outlived += 1;
      const saved = readSaved();
      const isFixed = registers.join() === shape.fixed.join();
      if (saved && saved.registers.join() !== shape.fixed.join()) counts.fixedLost += 1;
      if (!isFixed && !saved?.active && quietSinceMs < trueMs - 30_000) counts.fixedLost += 1;
      if (wasActive && !saved!.active && isFixed) counts.restored += 1;
      wasActive = saved?.active === true;
    }
    if (process.env.BRIDGE_SHOW)
      writeFileSync(
        `${process.env.BRIDGE_SHOW}/fault-day-${name.replace(" ", "-")}.json`,
        `${JSON.stringify(counts)}\n`,
      );
    expect(counts).toMatchObject({ falselyExecuted: 0, outlived: 0, fixedLost: 0 });
    for (const key of ["executed", "modbusFaults", "crashes", "otherMaster", "clockJumps"] as const)
      expect(counts[key], key).toBeGreaterThan(0);
  },
  900_000,
);
