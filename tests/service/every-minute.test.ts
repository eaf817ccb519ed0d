import { pino } from "pino";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { everyMinute, type MinuteTasks } from "../../service/jobs/every-minute.ts";
import { expectErrorLog } from "../support/error-log.ts";

const START = new Date("2026-10-25T00:59:58.500Z");

/** Tasks that note when they run, on the fake clock; `tick` gives these results in turn, then true. */
function notingTasks(results: (boolean | Error)[]) {
  const ran: string[] = [];
  const note = (name: string) => async () => {
    ran.push(`${new Date().toISOString().slice(14, 19)} ${name}`);
  };
  const tasks: MinuteTasks = {
    exchange: async () => undefined,
    tick: async () => {
      await note("tick")();
      const result = results.shift() ?? true;
      if (result instanceof Error) throw result;
      return result;
    },
    refreshFleet: note("fleet"),
    refreshWeather: async () => undefined,
    refreshPrices: note("prices"),
    runRules: note("rules"),
    enqueueEvents: async () => undefined,
    runAlerts: async () => undefined,
    beat: note("heartbeat"),
    sendWebhooks: async () => undefined,
  };
  return { tasks, ran };
}

const ticksIn = (ran: readonly string[]) => ran.filter((line) => line.endsWith("tick"));
/** Ticks and what follows them, without those of the start. */
const fromFullMinute = (ran: readonly string[]) =>
  ran.filter((line) => !line.startsWith("59:58") && /tick|fleet/.test(line));

describe("what a service does each minute", () => {
  beforeEach(() => {
    vi.useFakeTimers({ now: START });
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  async function run(results: (boolean | Error)[], seconds: number) {
    const lines: string[] = [];
    const log = pino({ level: "info" }, { write: (line) => lines.push(line) });
    const { tasks, ran } = notingTasks(results);
    const running = everyMinute(tasks, log);
    await vi.advanceTimersByTimeAsync(seconds * 1_000);
    await running.stop();
    return { ran, lines };
  }

  it("is done at once, and then shortly after each full minute", async () => {
    const { ran } = await run([], 62);
    expect(ticksIn(ran)).toEqual(["59:58 tick", "00:00 tick", "01:00 tick"]);
    expect(ran.filter((line) => /^00:00 [^h]/.test(line)).toSorted()).toEqual([
      "00:00 fleet",
      "00:00 prices",
      "00:00 rules",
      "00:00 tick",
    ]);
  });

  it("tells other instances each second that this one runs", async () => {
    const { ran } = await run([], 3.2);
    const beats = ran.filter((line) => line.endsWith("heartbeat"));
    expect(beats.map((line) => line.slice(0, 5))).toEqual(["59:59", "00:00", "00:01"]);
  });

  it("ticks again each second while other instances process partitions", async () => {
    const { ran } = await run([true, false, false], 10);
    expect(fromFullMinute(ran)).toEqual(["00:00 tick", "00:01 tick", "00:02 tick", "00:02 fleet"]);
  });

  it("repeats a failed tick after a second, and after twice as long each time it fails again", async () => {
    expectErrorLog(/Tick failed/);
    const failures = [1, 2, 3].map((n) => new Error(`no database ${n}`));
    const { ran, lines } = await run([true, ...failures], 20);
    expect(fromFullMinute(ran)).toEqual([
      "00:00 tick",
      "00:01 tick",
      "00:03 tick",
      "00:07 tick",
      "00:07 fleet",
    ]);
    const messages = lines.map((line) => JSON.parse(line).msg);
    expect(messages).toEqual([1, 2, 4].map((n) => `Tick failed; retrying in ${n} s`));
  });

  it("repeats a tick that always fails once a minute in the end", async () => {
    expectErrorLog(/Tick failed/);
    const { ran } = await run([true, ...Array<Error>(50).fill(new Error("no database"))], 600);
    expect(ticksIn(ran).slice(-3)).toEqual(["07:03 tick", "08:03 tick", "09:03 tick"]);
  });

  it("ends without another tick, also while it waits for other instances", async () => {
    const { ran } = await run([true, ...Array<boolean>(20).fill(false)], 3);
    const ticks = ticksIn(ran);
    expect(ticks).toEqual(["59:58 tick", "00:00 tick", "00:01 tick"]);
    await vi.advanceTimersByTimeAsync(120_000);
    expect(ticksIn(ran)).toEqual(ticks);
  });
});
