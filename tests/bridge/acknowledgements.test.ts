import { connectAsync } from "mqtt";
import { expect, it, onTestFinished } from "vitest";
import { eventually, opened, setpointFor } from "../gateway/gateway-harness.ts";
import { brokers, startBroker } from "../support/broker.ts";
import { expectErrorLog } from "../support/error-log.ts";
import { startBridge } from "./bridge-process.ts";
import { alpha } from "./devices.ts";
import { preferredServer, startModbusServer } from "./modbus-server.ts";
import { stateFolder } from "./test-site.ts";

const control = { type: "MAX_CONSUMPTION", limitKw: null } as const;
const TOPIC = "curtail/v1/locations/loc_1";

async function startSite() {
  const device = alpha();
  const server = await startModbusServer(preferredServer, { 1: device.image });
  onTestFinished(() => server.stop());
  const broker = await startBroker(brokers.at(-1)!);
  onTestFinished(() => broker.stop());
  const bridge = await startBridge({
    location: "loc_1",
    mqtt: { url: broker.url },
    units: [{ modbus: `127.0.0.1:${server.port}/1`, inverter: "dev_pv" }],
    state_dir: stateFolder(),
    turn_ms: 100,
  });
  await eventually(() => bridge.lines().includes("connected to"), "connected");
  return { broker, bridge };
}

/** A client that sends setpoints, and subscribes to acknowledgements when `listen` is called. */
async function openClient(url: string) {
  const client = await connectAsync(url, { protocolVersion: 5 });
  onTestFinished(() => client.endAsync());
  const acknowledged: { control_id: string; devices: object[] }[] = [];
  client.on("message", (_, payload) => void acknowledged.push(JSON.parse(payload.toString())));
  const send = (retain: boolean) => {
    const issuedMs = Date.now();
    const setpoint = {
      control_id: "ctrl_1",
      type: "MAX_CONSUMPTION",
      limit_kw: null,
      issued_at: new Date(issuedMs).toISOString(),
      valid_until: new Date(issuedMs + 120_000).toISOString(),
      revert: "normal",
    };
    return client.publishAsync(`${TOPIC}/setpoint`, JSON.stringify(setpoint), { qos: 1, retain });
  };
  const listen = () => client.subscribeAsync(`${TOPIC}/acknowledgement`, { qos: 1 });
  return { acknowledged, send, listen };
}

it("acknowledges a control again that reached nobody, without a renewal", async () => {
  const { broker, bridge } = await startSite();
  const { acknowledged, send, listen } = await openClient(broker.url);
  await send(false);
  await eventually(() => bridge.lines().includes("dev_pv: executed"), "executed");
  await new Promise((resolve) => setTimeout(resolve, 500));
  await listen();
  await eventually(() => acknowledged.length > 0, "acknowledged");
  expect(acknowledged[0]).toMatchObject({
    control_id: "ctrl_1",
    devices: [{ device_id: "dev_pv", outcome: "executed" }],
  });
});

it("acknowledges each renewal, and the control in force after each connection", async () => {
  expectErrorLog(/Failed to connect to the MQTT broker/);
  const { broker, bridge } = await startSite();
  const { gateway, kept, until } = await opened({ url: broker.url });
  onTestFinished(() => gateway.close());
  await gateway.dispatch([setpointFor("loc_1", control)], Date.now());
  await until((all) => all.acknowledgements.length === 1);
  await gateway.dispatch([setpointFor("loc_1", control)], Date.now());
  await until((all) => all.acknowledgements.length === 2);
  expect(kept.acknowledgements.map(({ devices }) => devices)).toEqual([
    [{ deviceId: "dev_pv", outcome: "executed" }],
    [{ deviceId: "dev_pv", outcome: "executed" }],
  ]);
  // The broker forgets its messages.
  await broker.stop();
  await broker.start();
  await until((all) => all.acknowledgements.length > 2);
  expect(kept.acknowledgements.at(-1)!.controlId).toBe("ctrl_1");
  expect(bridge.lines().match(/dev_pv: executed/g)).toHaveLength(1);
});
