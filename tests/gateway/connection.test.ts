import { readFileSync } from "node:fs";
import { connectAsync } from "mqtt";
import { afterAll, afterEach, describe, expect, it } from "vitest";
import { brokers, startBroker, type Broker, type BrokerOptions } from "../support/broker.ts";
import { expectErrorLog } from "../support/error-log.ts";
import { MqttDevice } from "../support/mqtt-device.ts";
import { makeCertificates, removeCertificates } from "./certificates.ts";
import {
  eventually,
  finishedMinute,
  opened,
  setpointFor,
  type OpenedGateway,
} from "./gateway-harness.ts";

const certificates = makeCertificates();
if (!certificates) {
  console.warn("\nLEFT OUT: the gateway over TLS; openssl is not installed.\n");
}
afterAll(() => removeCertificates(certificates));

describe.each(brokers)("the connection to %s", (kind) => {
  const ends: (() => Promise<void>)[] = [];
  afterEach(async () => {
    for (const end of ends.splice(0).toReversed()) await end();
  });

  const broker = async (options: BrokerOptions = {}): Promise<Broker> => {
    const started = await startBroker(kind, options);
    ends.push(() => started.stop());
    return started;
  };
  const service = async (options: Parameters<typeof opened>[0]): Promise<OpenedGateway> => {
    const one = await opened({ clientId: "service", ...options });
    ends.push(() => one.gateway.close());
    return one;
  };
  const device = async (options: Parameters<typeof MqttDevice.connect>[0]) => {
    const one = await MqttDevice.connect(options);
    ends.push(() => one.close());
    return one;
  };
  const errors = ({ lines }: OpenedGateway) => lines.filter(({ level }) => level === "error");

  it("reconnects, and setpoints published while disconnected are dropped", async () => {
    expectErrorLog(/Failed to connect to the MQTT broker/);
    const { url, stop, start } = await broker();
    const { gateway, until } = await service({ url });
    await stop();
    await eventually(() => !gateway.connected, "connection lost");
    const stale = setpointFor("loc_1", { controlId: "stale" });
    expect(await gateway.dispatch([stale], Date.now())).toEqual(new Set());
    await start();
    await eventually(() => gateway.connected, "connected again");
    const box = await device({ url, locationId: "loc_1", devices: [{ deviceId: "dev_1" }] });
    await gateway.dispatch([setpointFor("loc_1", { controlId: "fresh" })], Date.now());
    expect((await box.setpoint(1)).control_id).toBe("fresh");
    await box.measure([finishedMinute(4)]);
    const kept = await until((all) => all.readings.length > 0 && all.acknowledgements.length > 0);
    expect(kept.acknowledgements[0]!.controlId).toBe("fresh");
  });

  it("lost during publishing neither counts nor resends unacknowledged setpoints", async () => {
    expectErrorLog(/Failed to connect to the MQTT broker/);
    const { url, stop, start } = await broker();
    const { gateway } = await service({ url });
    const ids = Array.from({ length: 3_000 }, (_, i) => `loc_${i}`);
    const telling = gateway.dispatch(
      ids.map((id) => setpointFor(id, { controlId: "stale" })),
      Date.now(),
    );
    await stop();
    expect((await telling).size).toBeLessThan(3_000);
    await start();
    await eventually(() => gateway.connected, "connected again");
    const listener = await connectAsync(url, { protocolVersion: 5 });
    ends.push(() => listener.endAsync());
    const heard: string[] = [];
    listener.on(
      "message",
      (_topic, payload) => void heard.push(JSON.parse(`${payload}`).control_id),
    );
    await listener.subscribeAsync("curtail/v1/locations/+/setpoint", { qos: 1 });
    await gateway.dispatch([setpointFor("loc_1", { controlId: "fresh" })], Date.now());
    await eventually(() => heard.includes("fresh"), "fresh one heard");
    expect(heard).toEqual(["fresh"]);
  });

  it("is not required when the gateway opens", async () => {
    expectErrorLog(/Failed to connect to the MQTT broker/);
    const { url, stop, start } = await broker();
    await stop();
    const { gateway, lines } = await service({ url });
    expect(gateway.connected).toBe(false);
    expect(lines.some(({ level }) => level === "error")).toBe(true);
    await start();
    await eventually(() => gateway.connected, "connected");
    expect((await gateway.dispatch([setpointFor("loc_1")], Date.now())).size).toBe(1);
  });

  it("authenticates with user and password", async () => {
    const { url } = await broker({ users: { curtail: "secret" } });
    const { gateway } = await service({ url, username: "curtail", password: "secret" });
    expect((await gateway.dispatch([setpointFor("loc_1")], Date.now())).size).toBe(1);
  });

  it.each([{ username: "curtail", password: "wrong" }, {}])(
    "is refused and logged with %j, without the password",
    async (login) => {
      expectErrorLog(/Failed to connect to the MQTT broker/);
      const { url } = await broker({ users: { curtail: "secret" } });
      const refused = await service({ url, ...login });
      await eventually(() => errors(refused).length > 0, "logged");
      expect(refused.gateway.connected).toBe(false);
      expect(await refused.gateway.dispatch([setpointFor("loc_1")], Date.now())).toEqual(new Set());
      expect(JSON.stringify(refused.lines)).not.toContain("wrong");
    },
  );

  it("of two instances delivers each report at least once", async () => {
    const { url } = await broker();
    const one = await service({ url, clientId: "service-1" });
    const other = await service({ url, clientId: "service-2" });
    const box = await device({ url, locationId: "loc_1", devices: [] });
    const values = Array.from({ length: 20 }, (_, i) => i);
    for (const value of values) await box.measure([finishedMinute(value)]);
    const taken = () => [...one.kept.readings, ...other.kept.readings];
    const complete = () => new Set(taken().map((reading) => reading.injectionKw)).size === 20;
    await one.until(() => true);
    await Promise.all([one.until(() => complete()), other.until(() => complete())]);
    if (kind === "mosquitto") expect(taken()).toHaveLength(20);
  });

  it("taken over by another instance with the same client id logs what to change", async () => {
    expectErrorLog(/Another client seems to use this MQTT client id/);
    const { url } = await broker();
    const first = await service({ url, clientId: "same" });
    await service({ url, clientId: "same" });
    await eventually(
      () =>
        errors(first).some(({ message }) =>
          message.includes("set a different one for each instance"),
        ),
      "logged",
    );
  });

  it.runIf(certificates)("is encrypted, and trusts the authority it was given", async () => {
    const { caFile, ...tls } = certificates!;
    const { url } = await broker({ tls });
    const { gateway } = await service({ url, caFile });
    const ca = readFileSync(caFile);
    const box = await device({ url, locationId: "loc_1", devices: [], ca });
    await gateway.dispatch([setpointFor("loc_1")], Date.now());
    expect((await box.setpoint(1)).control_id).toBe("ctrl_1");
  });

  it.runIf(certificates)("is not made with a broker of an unknown authority", async () => {
    expectErrorLog(/Failed to connect to the MQTT broker/);
    const { url } = await broker({ tls: certificates! });
    const refused = await service({ url });
    await eventually(() => errors(refused).length > 0, "logged");
    expect(refused.gateway.connected).toBe(false);
    expect(String(errors(refused)[0]!.details.reason)).toMatch(/certificate|issuer/i);
  });
});
