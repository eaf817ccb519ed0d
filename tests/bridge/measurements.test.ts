import { describe, expect, it, onTestFinished } from "vitest";
import type { UnitReading } from "../../bridge/adapter/adapter.ts";
import { MinuteAverages } from "../../bridge/control/minute-averages.ts";
import { MeasurementBuffer } from "../../bridge/files/measurement-buffer.ts";
import { measurement, type Measurement } from "../../lib/contract/index.ts";
import { eventually, opened } from "../gateway/gateway-harness.ts";
import { brokers, startBroker } from "../support/broker.ts";
import { startBridge } from "./bridge-process.ts";
import { alpha } from "./devices.ts";
import { preferredServer, startModbusServer } from "./modbus-server.ts";
import { stateFolder } from "./test-site.ts";

const MINUTE_MS = 60_000;
const minuteFrom = (fromMs: number, power_kw: number): Measurement => ({
  time_from: new Date(fromMs).toISOString(),
  time_to: new Date(fromMs + MINUTE_MS).toISOString(),
  devices: [{ device_id: "dev_pv", power_kw }],
});

it("loses no minutes that waited when the clock of the site is ahead", async () => {
  const broker = await startBroker(brokers.at(-1)!);
  onTestFinished(() => broker.stop());
  const { gateway, until, kept } = await opened({ url: broker.url });
  onTestFinished(() => gateway.close());
  const device = alpha();
  const server = await startModbusServer(preferredServer, { 1: device.image });
  onTestFinished(() => server.stop());
  const state_dir = stateFolder();
  const buffer = new MeasurementBuffer(state_dir);
  const quarterMs = Math.floor(Date.now() / (15 * MINUTE_MS)) * 15 * MINUTE_MS;
  for (let n = 0; n < 10; n++) buffer.add(minuteFrom(quarterMs - (15 - n) * MINUTE_MS, n));
  buffer.add(minuteFrom(quarterMs + 15 * MINUTE_MS, 10));
  const bridge = await startBridge({
    location: "loc_1",
    mqtt: { url: broker.url },
    units: [{ modbus: `127.0.0.1:${server.port}/1`, inverter: "dev_pv" }],
    state_dir,
    turn_ms: 100,
  });
  await eventually(() => bridge.lines().includes("connected to"), "connected");
  await until((all) => all.readings.length >= 10);
  expect(kept.readings.map(({ devices }) => devices[0]!.powerKw)).toEqual([
    0, 1, 2, 3, 4, 5, 6, 7, 8, 9,
  ]);
});

it("keeps a minute out of its buffer that the service would refuse, and says so", () => {
  const lines: string[] = [];
  const note = (line: string) => void lines.push(line);
  const folder = stateFolder();
  const buffer = new MeasurementBuffer(folder, { info: note, warn: note });
  const fromMs = Date.parse("2026-06-15T10:00:00Z");
  buffer.add(minuteFrom(fromMs, 1));
  buffer.add(minuteFrom(fromMs + MINUTE_MS, NaN));
  buffer.add(minuteFrom(fromMs + 2 * MINUTE_MS, 3));
  expect(buffer.next(10).map(({ devices }) => devices![0]!.power_kw)).toEqual([1, 3]);
  expect(new MeasurementBuffer(folder).count).toBe(2);
  expect(lines).toEqual([
    expect.stringContaining("left out the minute 2026-06-15T10:01:00.000Z: devices.0.power_kw"),
  ]);
});

describe("the average of a minute", () => {
  const inverter = (powerW: number, availableW?: number): UnitReading => ({
    inverter: { powerW, ratedW: 5000, ...(availableW !== undefined && { availableW }) },
  });
  const battery = (stateOfCharge: number): UnitReading => ({
    battery: {
      powerW: 500,
      stateOfCharge,
      maxChargeW: 3000,
      maxDischargeW: 3000,
      isBehindInverter: false,
    },
  });

  /** The minute of an inverter and a battery that report this in each second. */
  function average(report: (second: number) => UnitReading[]): Measurement | undefined {
    const averages = new MinuteAverages([{ inverter: "dev_pv" }, { battery: "dev_bat" }]);
    const startMs = Date.parse("2026-06-15T10:00:00Z");
    for (let second = 0; second < 60; second++)
      averages.add(startMs + second * 1000, report(second));
    const minute = averages.add(startMs + MINUTE_MS, report(60));
    if (minute) expect(measurement.safeParse(minute).error).toBeUndefined();
    return minute;
  }

  it.each([Infinity, -Infinity, NaN])("leaves %d out", (value) => {
    const minute = average((second) =>
      second === 30
        ? [inverter(value, value), battery(value)]
        : [inverter(1000, 2000), battery(0.5)],
    );
    expect(minute!.devices).toEqual([
      { device_id: "dev_pv", power_kw: 1, available_kw: 2 },
      { device_id: "dev_bat", power_kw: 0.5, state_of_charge: 0.5 },
    ]);
  });

  it("leaves out what is impossible, and not what other devices measured", () => {
    expect(average(() => [inverter(1e12), battery(0.5)])!.devices).toEqual([
      { device_id: "dev_bat", power_kw: 0.5, state_of_charge: 0.5 },
    ]);
    expect(average(() => [inverter(1000, -1), battery(655.35)])!.devices).toEqual([
      { device_id: "dev_pv", power_kw: 1 },
      { device_id: "dev_bat", power_kw: 0.5 },
    ]);
  });
});
