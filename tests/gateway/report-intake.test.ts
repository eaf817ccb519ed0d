import { EventEmitter } from "node:events";
import type { IPublishPacket, MqttClient } from "mqtt";
import { expect, it } from "vitest";
import { WaitingReports } from "../../service/gateway/mqtt/message-buffer.ts";
import { ReportIntake } from "../../service/gateway/mqtt/report-intake.ts";
import { buildTopic } from "../../service/gateway/mqtt/topics.ts";
import { finishedMinute } from "./gateway-harness.ts";

const message = (messageId: number): IPublishPacket => ({
  cmd: "publish",
  qos: 1,
  dup: false,
  retain: false,
  messageId,
  topic: buildTopic("curtail", "loc_1", "measurement"),
  payload: JSON.stringify({ measurements: [finishedMinute(messageId)] }),
});

it("a message left to the broker before the client reports its connection needs a reconnect", async () => {
  const client = new EventEmitter();
  const waiting = new WaitingReports(() => {}, 1);
  const line = () => {};
  const intake = new ReportIntake(client as unknown as MqttClient, {
    prefix: "curtail",
    waiting,
    now: Date.now,
    log: { info: line, warn: line, error: line },
    presence: true,
  });
  const take = (id: number) => intake.take(message(id), () => {});
  take(1);
  take(2);
  client.emit("connect", {});
  await waiting.collect(Date.now(), async () => {});
  expect(intake.mayResume).toBe(true);
  client.emit("close");
  expect(intake.mayResume).toBe(false);
});
