import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openMqttGateway } from "../../service/gateway/mqtt/mqtt-gateway.ts";
import { toClientOptions, type MqttOptions } from "../../service/gateway/mqtt/options.ts";

const log = { info() {}, warn() {}, error() {} };
const options = (more: Partial<MqttOptions>): MqttOptions => ({
  url: "mqtts://broker.example.org:8883",
  now: Date.now,
  onReport() {},
  log,
  ...more,
});

describe("a wrong configuration", () => {
  const folder = mkdtempSync(join(tmpdir(), "options-"));
  const noPem = join(folder, "no.pem");
  beforeAll(() => writeFileSync(noPem, "nothing"));
  afterAll(() => rmSync(folder, { recursive: true }));

  it.each([
    [{ url: "broker.example.org" }, "MQTT_URL must be an address such as"],
    [{ url: "http://broker.example.org" }, "MQTT_URL must be an address such as"],
    [{ url: "mqtt://user:secret@broker" }, "set MQTT_USERNAME and MQTT_PASSWORD"],
    [{ password: "secret" }, "MQTT_PASSWORD needs MQTT_USERNAME"],
    [{ topicPrefix: "a/#" }, "MQTT_TOPIC_PREFIX must be"],
    [{ caFile: "/nowhere/ca.pem" }, "MQTT_CA_FILE /nowhere/ca.pem cannot be read"],
    [{ caFile: noPem }, "must be a PEM file"],
    [{ url: "mqtt://broker", caFile: noPem }, "MQTT_CA_FILE needs an encrypted MQTT_URL"],
    [{ keyFile: noPem }, "A client certificate and its key go together"],
  ])("%j stops the start with a message that contains no password", async (more, sentence) => {
    const refusal = openMqttGateway(options(more));
    await expect(refusal).rejects.toThrow(sentence);
    await expect(refusal).rejects.not.toThrow("secret");
  });
});

describe("a client id", () => {
  it("is stable across restarts, and can be configured", () => {
    expect(toClientOptions(options({})).clientId).toBe(toClientOptions(options({})).clientId);
    expect(toClientOptions(options({ clientId: "service-2" })).clientId).toBe("service-2");
  });
});
