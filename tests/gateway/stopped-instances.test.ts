import { connectAsync } from "mqtt";
import { afterEach, describe, expect, it } from "vitest";
import { brokers, startBroker, type Broker, type BrokerOptions } from "../support/broker.ts";
import { MqttDevice } from "../support/mqtt-device.ts";
import { eventually, finishedMinute, opened, type OpenedGateway } from "./gateway-harness.ts";

const MINUTE_MS = 60_000;
const COUNT = 20;
const values = (from: number) => Array.from({ length: COUNT }, (_, i) => from + i);
const injections = (...gateways: OpenedGateway[]) =>
  gateways.flatMap(({ kept }) => kept.readings.map(({ injectionKw }) => injectionKw!));
const holdsAll = (expected: number[], ...gateways: OpenedGateway[]) =>
  expected.every((value) => injections(...gateways).includes(value));

describe("reports that an instance has not stored", () => {
  const ends: (() => Promise<void>)[] = [];
  afterEach(async () => {
    for (const end of ends.splice(0).toReversed()) await end();
  });
  const broker = async (kind: Broker["kind"], options: BrokerOptions = {}) => {
    const started = await startBroker(kind, options);
    ends.push(() => started.stop());
    return started;
  };
  const service = async (options: Parameters<typeof opened>[0]) => {
    const one = await opened(options);
    ends.push(() => one.gateway.close());
    return one;
  };
  const device = async (url: string) => {
    const one = await MqttDevice.connect({ url, locationId: "loc_1", devices: [] });
    ends.push(() => one.close());
    return one;
  };
  const logged = ({ lines }: OpenedGateway, message: string) =>
    lines.filter((line) => line.message.startsWith(message));

  it.each(brokers)("are delivered again to its next connection by %s", async (kind) => {
    const { url } = await broker(kind);
    const { gateway, announcements, until } = await service({ url, clientId: "service" });
    const box = await device(url);
    await until(({ presence }) => presence.length > 0);
    const before = announcements();
    await box.measure([finishedMinute(3)]);
    await eventually(() => announcements() > before, "received");
    await gateway.close();
    const next = await service({ url, clientId: "service" });
    const { readings } = await next.until((all) => all.readings.length > 0);
    expect(readings.map(({ injectionKw }) => injectionKw)).toEqual([3]);
  });

  it.each(brokers)("stay with %s while storing them fails", async (kind) => {
    const { url } = await broker(kind);
    const { gateway, announcements } = await service({ url, clientId: "service" });
    const box = await device(url);
    await eventually(() => announcements() > 0, "presence received");
    await gateway.collect(0, Date.now(), async () => {});
    const before = announcements();
    await box.measure([finishedMinute(4)]);
    await eventually(() => announcements() > before, "received");
    const away = () => Promise.reject(new Error("database away"));
    await expect(gateway.collect(0, Date.now(), away)).rejects.toThrow("database away");
    await gateway.close();
    const next = await service({ url, clientId: "service" });
    await next.until((all) => all.readings[0]?.injectionKw === 4);
  });

  describe.runIf(brokers.includes("mosquitto"))("on Mosquitto", () => {
    it(
      "and all of its later share are stored by another, if it does not return",
      async () => {
        const { url } = await broker("mosquitto");
        const gone = await service({ url, clientId: "service/1" });
        const other = await service({ url, clientId: "service-2" });
        const box = await device(url);
        for (const value of values(0)) await box.measure([finishedMinute(value)]);
        await gone.gateway.close();
        for (const value of values(COUNT)) await box.measure([finishedMinute(value)]);
        const expected = [...values(0), ...values(COUNT)];
        await other.until(() => holdsAll(expected, other));
        expect(injections(other)).toHaveLength(expected.length);
        const emptied = () => logged(other, "Emptied the session of an instance");
        await eventually(() => emptied().length > 0, "emptied");
        expect(emptied()[0]!.details).toMatchObject({ clientId: "service/1" });

        for (const value of values(0)) await box.measure([finishedMinute(value + 100)]);
        await other.until(() => holdsAll(values(100), other));
        expect(injections(other)).toHaveLength(3 * COUNT);
      },
      MINUTE_MS,
    );

    it(
      "are stored by it or another, if it returns meanwhile, and it has its share again",
      async () => {
        const { url } = await broker("mosquitto");
        const first = await service({ url, clientId: "service-1" });
        const other = await service({ url, clientId: "service-2" });
        const box = await device(url);
        await first.gateway.close();
        for (const value of values(0)) await box.measure([finishedMinute(value)]);
        const taking = () => logged(other, "Storing the reports of a stopped instance").length > 0;
        await eventually(taking, "taken over");
        const back = await service({ url, clientId: "service-1" });
        const both = async (expected: number[]) => {
          await Promise.all([
            back.until(() => holdsAll(expected, back, other)),
            other.until(() => holdsAll(expected, back, other)),
          ]);
        };
        await both(values(0));
        for (const value of values(0)) await box.measure([finishedMinute(value + 100)]);
        await both(values(100));
        const share = injections(back).filter((value) => value >= 100);
        expect(share.length).toBeGreaterThanOrEqual(COUNT / 4);
        expect(share.length).toBeLessThanOrEqual((3 * COUNT) / 4);
        expect(logged(back, "Another client seems to use")).toEqual([]);
      },
      MINUTE_MS,
    );

    it(
      "are stored by an instance that starts later, under another client id",
      async () => {
        const { url } = await broker("mosquitto");
        const gone = await service({ url, clientId: "service-1" });
        const box = await device(url);
        const listener = await connectAsync(url, { protocolVersion: 5 });
        ends.push(() => listener.endAsync());
        const stopped = new Promise<string>((resolve) => listener.once("message", resolve));
        await listener.subscribeAsync("curtail/v1/services/+");
        await gone.gateway.close();
        for (const value of values(0)) await box.measure([finishedMinute(value)]);
        expect(await stopped).toBe("curtail/v1/services/service-1");
        const later = await service({ url, clientId: "service-2" });
        await later.until(() => holdsAll(values(0), later));
        expect(injections(later)).toHaveLength(COUNT);
      },
      MINUTE_MS,
    );

    it("wait for it if the access rules deny the topic of stopped instances, which is logged", async () => {
      const acl = ["locations/+/setpoint", "locations/+/measurement", "locations/+/presence"]
        .map((topic) => `topic readwrite curtail/v1/${topic}\n`)
        .join("");
      const { url } = await broker("mosquitto", { acl });
      const one = await service({ url, clientId: "service-1" });
      const denied = "MQTT broker denies the topic of stopped instances";
      await eventually(() => logged(one, denied).length > 0, "logged");
      const box = await device(url);
      await box.measure([finishedMinute(5)]);
      await one.until((all) => all.readings[0]?.injectionKw === 5);
    });
  });
});
