import { connectAsync } from "mqtt";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Reports } from "../../service/gateway/gateway.ts";
import { buildTopic } from "../../service/gateway/mqtt/topics.ts";
import { brokers, startBroker, type Broker } from "../support/broker.ts";
import { MqttDevice, type MqttDeviceOptions } from "../support/mqtt-device.ts";
import {
  eventually,
  finishedMinute,
  opened,
  setpointFor,
  type OpenedGateway,
} from "./gateway-harness.ts";

describe.each(brokers)("reports over %s", (kind) => {
  let broker: Broker;
  let service: OpenedGateway;
  let ends: (() => Promise<void>)[] = [];

  beforeEach(async () => {
    broker = await startBroker(kind);
    service = await opened({ url: broker.url, clientId: "service" });
  });
  afterEach(async () => {
    for (const end of ends) await end();
    ends = [];
    await service.gateway.close();
    await broker.stop();
  });

  const device = async (locationId: string, answers: MqttDeviceOptions["answers"] = "executed") => {
    const devices = [{ deviceId: "dev_1" }];
    const one = await MqttDevice.connect({ url: broker.url, locationId, devices, answers });
    ends.push(() => one.close());
    return one;
  };
  const injections = ({ readings }: Reports) => readings.map((reading) => reading.injectionKw);

  it.each(["executed", "failed", "unsupported"] as const)(
    "acknowledge that a setpoint was %s",
    async (answers) => {
      await device("loc/1", answers);
      await service.gateway.dispatch([setpointFor("loc/1")], Date.now());
      const { acknowledgements } = await service.until((all) => all.acknowledgements.length > 0);
      const devices = [{ deviceId: "dev_1", outcome: answers }];
      const atMs = expect.closeTo(Date.now(), -5);
      const acknowledgement = { locationId: "loc/1", controlId: "ctrl_1", atMs, devices };
      expect(acknowledgements).toEqual([acknowledgement]);
    },
  );

  it("do not come from a silent device", async () => {
    const box = await device("loc_1", "silent");
    await service.gateway.dispatch([setpointFor("loc_1")], Date.now());
    await box.setpoint(1);
    await box.measure([finishedMinute(1)]);
    const kept = await service.until((all) => all.readings.length > 0);
    expect(kept.acknowledgements).toEqual([]);
  });

  it("deliver measurements in the order they were sent", async () => {
    const box = await device("loc_1");
    for (const value of [1, 2, 3]) await box.measure([finishedMinute(value)]);
    const kept = await service.until((all) => all.readings.length >= 3);
    expect(injections(kept)).toEqual([1, 2, 3]);
    const { time_from, time_to } = finishedMinute(1);
    expect(kept.readings[0]).toEqual({
      locationId: "loc_1",
      fromMs: Date.parse(time_from),
      toMs: Date.parse(time_to),
      injectionKw: 1,
      devices: [{ deviceId: "dev_1", powerKw: 1, stateOfCharge: 0.5 }],
    });
  });

  it("are announced, and again if more arrive after a collection", async () => {
    const box = await device("loc_1");
    await service.until((all) => all.presence.length > 0);
    for (const value of [1, 2]) {
      const before = service.announcements();
      await box.measure([finishedMinute(value)]);
      await eventually(() => service.announcements() > before, "announced");
      await service.until((all) => all.readings.length === value);
    }
  });

  it("stay in memory, in order, until they can be stored", async () => {
    const box = await device("loc_1");
    await box.measure([finishedMinute(1), finishedMinute(2)]);
    await eventually(() => service.announcements() > 0, "announced");
    let asked = 0;
    const failing = async (reports: Reports) => {
      asked += reports.readings.length;
      throw new Error("database away");
    };
    await eventually(() => {
      void service.gateway.collect(0, Date.now(), failing).catch(() => {});
      return asked > 0;
    }, "asked");
    await expect(service.gateway.collect(0, Date.now(), failing)).rejects.toThrow("database away");
    await box.measure([finishedMinute(3)]);
    expect(injections(await service.until((all) => all.readings.length >= 3))).toEqual([1, 2, 3]);
  });

  it("that end after the collected moment stay for later", async () => {
    const box = await device("loc_1");
    const { time_to } = finishedMinute(1);
    await box.measure([finishedMinute(1)]);
    await eventually(() => service.announcements() > 0, "announced");
    await service.gateway.collect(0, Date.parse(time_to) - 1, async ({ readings }) => {
      expect(readings).toEqual([]);
    });
    expect(injections(await service.until((all) => all.readings.length > 0))).toEqual([1]);
  });

  it("that are malformed are refused with a warning, and the next is processed", async () => {
    const box = await device("loc_1");
    const wrong: [Parameters<MqttDevice["publish"]>[0], unknown, string][] = [
      ["measurement", "not json", ""],
      [
        "measurement",
        { measurements: [{ ...finishedMinute(1), injection_kw: "1" }] },
        "/measurements/0/injection_kw",
      ],
      [
        "acknowledgement",
        {
          control_id: "c",
          time: "2026-05-01T12:00:00Z",
          devices: [{ device_id: "d", outcome: "done" }],
        },
        "/devices/0/outcome",
      ],
      ["presence", { online: "yes" }, "/online"],
    ];
    for (const [what, payload] of wrong) await box.publish(what, payload);
    await box.measure([finishedMinute(7)]);
    expect(injections(await service.until((all) => all.readings.length > 0))).toEqual([7]);
    const warnings = service.lines.filter(({ level }) => level === "warn");
    expect(warnings.map(({ details }) => [details.topic, details.field])).toEqual(
      wrong.map(([what, , field]) => [buildTopic("curtail", "loc_1", what), field]),
    );
  });

  it("on topics without a valid location id are refused", async () => {
    const stranger = await connectAsync(broker.url, { protocolVersion: 5 });
    ends.push(() => stranger.endAsync());
    const payload = JSON.stringify({ measurements: [finishedMinute(1)] });
    await stranger.publishAsync("curtail/v1/locations/a%ZZ/measurement", payload, { qos: 1 });
    await (await device("loc_1")).measure([finishedMinute(2)]);
    expect(injections(await service.until((all) => all.readings.length > 0))).toEqual([2]);
    expect(
      service.lines.some(
        ({ details }) => details.topic === "curtail/v1/locations/a%ZZ/measurement",
      ),
    ).toBe(true);
  });

  it("report who is online, who disconnected, and who timed out", async () => {
    const [leaving, dying] = [await device("leaving"), await device("dying")];
    await device("staying");
    await service.until(({ presence }) => presence.length >= 3);
    await leaving.close();
    await dying.drop();
    const { presence } = await service.until((all) => all.presence.length >= 5);
    const last = new Map(presence.map(({ locationId, online }) => [locationId, online]));
    expect(last).toEqual(
      new Map([
        ["staying", true],
        ["leaving", false],
        ["dying", false],
      ]),
    );
  });

  it("sent while the service is away are delivered when it returns", async () => {
    const box = await device("loc_1");
    await service.until((all) => all.presence.length > 0);
    await service.gateway.close();
    await box.measure([finishedMinute(5)]);
    await (await device("loc_2")).drop();
    service = await opened({ url: broker.url, clientId: "service" });
    // The broker publishes the will of loc_2 when it notices the lost connection.
    const kept = await service.until(
      (all) =>
        all.readings.length > 0 &&
        all.presence.some(({ locationId }) => locationId === "loc_1") &&
        all.presence.some(({ locationId, online }) => locationId === "loc_2" && !online),
    );
    expect(injections(kept)).toEqual([5]);
    const online = new Map(kept.presence.map((one) => [one.locationId, one.online]));
    expect(online).toEqual(
      new Map([
        ["loc_1", true],
        ["loc_2", false],
      ]),
    );
  });
});
