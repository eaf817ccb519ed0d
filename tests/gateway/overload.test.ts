import { describe, expect, it } from "vitest";
import type { Reports } from "../../service/gateway/gateway.ts";
import { brokers, startBroker } from "../support/broker.ts";
import { MqttDevice } from "../support/mqtt-device.ts";
import { eventually, finishedMinute, TIMEOUT_MS, opened, setpointFor } from "./gateway-harness.ts";

const MESSAGES = 12;
const READINGS = 2_500;
const TAKEN = 8;

describe.each(brokers)("more reports than fit in memory, over %s", (kind) => {
  it(
    "stay with the broker, which still accepts setpoints, and all arrive once there is space",
    async () => {
      const broker = await startBroker(kind);
      const { gateway, lines } = await opened({
        url: broker.url,
        clientId: "service",
        maxBuffered: TAKEN * READINGS,
      });
      const box = await MqttDevice.connect({ url: broker.url, locationId: "loc_1", devices: [] });
      for (let i = 0; i < MESSAGES; i++) await box.measure(Array(READINGS).fill(finishedMinute(i)));
      const leaving = () =>
        lines.find(({ message }) => message.startsWith("The report buffer is full"));
      await eventually(() => leaving() !== undefined, "left some");
      expect(leaving()!.details).toEqual({ waiting: TAKEN * READINGS + 1 });
      await gateway.dispatch([setpointFor("loc_1")], Date.now());
      await box.setpoint(1);

      const portions: Reports[] = [];
      const readings = () => portions.flatMap((portion) => portion.readings);
      await expect
        .poll(
          async () => {
            await gateway.collect(0, Date.now(), async (reports) => void portions.push(reports));
            return readings().length;
          },
          { timeout: TIMEOUT_MS },
        )
        .toBe(MESSAGES * READINGS);
      const order = Array.from({ length: MESSAGES }, (_, i) => i);
      expect([...new Set(readings().map((one) => one.injectionKw))]).toEqual(order);
      expect(Math.max(...portions.map((portion) => portion.readings.length))).toBe(2_000);
      expect((await gateway.dispatch([setpointFor("loc_1")], Date.now())).size).toBe(1);

      await box.close();
      await gateway.close();
      await broker.stop();
    },
    TIMEOUT_MS * 2,
  );

  it("are not taken for another client with the same id, however often the service reconnects", async () => {
    const broker = await startBroker(kind);
    const { gateway, lines } = await opened({
      url: broker.url,
      clientId: "service",
      maxBuffered: 10,
    });
    const box = await MqttDevice.connect({ url: broker.url, locationId: "loc_1", devices: [] });
    for (let i = 0; i < MESSAGES; i++) await box.measure(Array(10).fill(finishedMinute(i)));
    const count = (start: string) =>
      lines.filter(({ message }) => message.startsWith(start)).length;
    let readings = 0;
    await expect
      .poll(
        async () => {
          await gateway.collect(0, Date.now(), async (reports) => {
            readings += reports.readings.length;
          });
          return readings;
        },
        { timeout: TIMEOUT_MS },
      )
      .toBeGreaterThanOrEqual(MESSAGES * 10);
    expect(count("Connected to the MQTT broker")).toBeGreaterThan(4);
    expect(count("Another client seems to use")).toBe(0);
    await box.close();
    await gateway.close();
    await broker.stop();
  });
});
