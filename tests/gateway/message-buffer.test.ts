import { describe, expect, it, vi } from "vitest";
import type { Reports } from "../../service/gateway/gateway.ts";
import type { Report } from "../../service/gateway/mqtt/parse-message.ts";
import { WaitingReports } from "../../service/gateway/mqtt/message-buffer.ts";

const reading = (injectionKw: number, toMs = 60_000): Report => ({
  kind: "reading",
  reading: { locationId: "loc_1", fromMs: toMs - 60_000, toMs, injectionKw, devices: [] },
});
const presence = (locationId: string, online: boolean): Report => ({
  kind: "presence",
  presence: { locationId, online, atMs: 0 },
});
const collected = async (waiting: WaitingReports, toMs = 60_000) => {
  const portions: Reports[] = [];
  await waiting.collect(toMs, async (reports) => void portions.push(reports));
  return portions;
};
const turn = () => new Promise((resolve) => setImmediate(resolve));

describe("buffered reports", () => {
  it("are announced once, however many arrive before a collection", async () => {
    const onReport = vi.fn();
    const waiting = new WaitingReports(onReport);
    for (let i = 0; i < 5; i++) {
      waiting.add([reading(i)]);
      await turn();
    }
    expect(onReport).toHaveBeenCalledTimes(1);
    await collected(waiting);
    waiting.add([reading(5)]);
    await turn();
    expect(onReport).toHaveBeenCalledTimes(2);
  });

  it("are handed over in batches of 2,000, each removed after it was stored", async () => {
    const waiting = new WaitingReports(() => {});
    waiting.add(Array.from({ length: 4_500 }, (_, i) => reading(i)));
    let portions = 0;
    const failsAtSecond = async () => {
      if (++portions === 2) throw new Error("database away");
    };
    await expect(waiting.collect(60_000, failsAtSecond)).rejects.toThrow("database away");
    const rest = await collected(waiting);
    expect(rest.map(({ readings }) => readings.length)).toEqual([2_000, 500]);
    expect(rest[0]!.readings[0]!.injectionKw).toBe(2_000);
  });

  it("are not handed over twice by simultaneous collections", async () => {
    const waiting = new WaitingReports(() => {});
    waiting.add([reading(1)]);
    const both = await Promise.all([collected(waiting), collected(waiting)]);
    expect(both.flat()).toHaveLength(1);
  });

  it("that arrive while a batch is being stored wait for the next collection, and announce it", async () => {
    const onReport = vi.fn();
    const waiting = new WaitingReports(onReport);
    waiting.add([reading(1), presence("loc_1", true)]);
    const seen: Reports[] = [];
    const steady = async (reports: Reports) => {
      seen.push(reports);
      waiting.add([reading(seen.length + 1), presence("loc_1", false)]);
      await turn();
    };
    await waiting.collect(60_000, steady);
    expect(seen).toHaveLength(1);
    expect(onReport).toHaveBeenCalledTimes(2);
    await waiting.collect(60_000, steady);
    expect(seen.map(({ readings }) => readings.map((one) => one.injectionKw))).toEqual([[1], [2]]);
    expect(seen.map((one) => one.presence.map(({ online }) => online))).toEqual([[true], [false]]);
  });

  it("include a location's newest presence only", async () => {
    const waiting = new WaitingReports(() => {});
    waiting.add([presence("a", true), presence("b", true), presence("a", false)]);
    const [only] = await collected(waiting);
    expect(only!.presence.map((one) => [one.locationId, one.online])).toEqual([
      ["b", true],
      ["a", false],
    ]);
  });

  it("stay if they end after the collected moment", async () => {
    const waiting = new WaitingReports(() => {});
    waiting.add([reading(2, 120_000), reading(1, 60_000)]);
    expect((await collected(waiting, 60_000))[0]!.readings).toHaveLength(1);
    expect((await collected(waiting, 120_000))[0]!.readings[0]!.injectionKw).toBe(2);
  });
});
