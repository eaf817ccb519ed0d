import { readFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { connect, type MqttClient } from "mqtt";
import {
  setpointPayload,
  type MeasurementPayload,
  type SetpointPayload,
} from "../service/gateway/mqtt/payloads.ts";
import { buildTopic, type TopicKind } from "../service/gateway/mqtt/topics.ts";
import { MinuteAverages, Plant, sunKw } from "./device/site.ts";

const USAGE = `A gateway box as docs/reference/mqtt.md describes it, with a simple plant behind it.

npm run device -- --broker mqtt://127.0.0.1:1883 --location LOCATION_ID
  [--inverter DEVICE_ID] [--battery DEVICE_ID] [--meter DEVICE_ID]
  [--username NAME] [--password PASSWORD] [--ca FILE] [--prefix curtail]`;

const STEP_MS = 1_000;
const REPEATED_MINUTES = 60;
const REPEAT_MS = 5_000;
/** MQTT 5: the broker accepted a message that no service subscribes to. */
const NO_SUBSCRIBERS = 16;
const text = { type: "string" } as const;

function parseOptions() {
  const where = { broker: text, location: text, prefix: { ...text, default: "curtail" } };
  const login = { username: text, password: text, ca: text };
  const devices = { inverter: text, battery: text, meter: text };
  try {
    const { values } = parseArgs({ options: { ...where, ...login, ...devices } });
    const { broker, location } = values;
    if (broker && location) return { ...values, broker, location };
  } catch (error) {
    console.error((error as Error).message);
  }
  console.error(USAGE);
  process.exit(1);
}

const { broker, location, prefix, username, password, ca, ...ids } = parseOptions();
const topic = (kind: TopicKind) => buildTopic(prefix, location, kind);
const log = (line: string) => console.log(`${new Date().toISOString()}  ${line}`);

/** The last minutes, sent again on each connection: a broker that died may have lost them. */
let repeated: MeasurementPayload["measurements"] = [];
let repeatTimer: NodeJS.Timeout | undefined;
const client: MqttClient = connect(broker, {
  protocolVersion: 5,
  ...(username && { username }),
  ...(password && { password }),
  ...(ca && { ca: readFileSync(ca) }),
  will: { topic: topic("presence"), payload: '{"online":false}', qos: 1, retain: true },
});
client.on("connect", () => {
  log(`connected to ${broker}`);
  publish("presence", { online: true, time: new Date().toISOString() }, true);
  repeat();
});
client.on("packetreceive", (packet) => {
  if (packet.cmd === "puback" && packet.reasonCode === NO_SUBSCRIBERS) {
    clearTimeout(repeatTimer);
    repeatTimer = setTimeout(repeat, REPEAT_MS);
  }
});
client.subscribe(topic("setpoint"), { qos: 1 });
client.on("error", (error) => log(`not connected: ${error.message || broker}; trying again`));
client.on("message", (_topic, payload) => {
  try {
    onSetpoint(setpointPayload.parse(JSON.parse(payload.toString())));
  } catch {
    log("ignores what is no setpoint");
  }
});

function publish(kind: TopicKind, payload: object, retain = false): void {
  client.publish(topic(kind), JSON.stringify(payload), { qos: 1, retain });
}

function repeat(): void {
  if (repeated.length > 0) publish("measurement", { measurements: repeated });
}

let followed: SetpointPayload | undefined;
let revertTimer: NodeJS.Timeout | undefined;

/** Obeys the setpoint that was issued last, unless it lapsed on the way. */
function onSetpoint(setpoint: SetpointPayload): void {
  const { control_id, type, limit_kw, issued_at, valid_until } = setpoint;
  const leftMs = Date.parse(valid_until) - Date.now();
  if (leftMs <= 0) return log(`ignores ${type} of ${control_id}: it lapsed at ${valid_until}`);
  if (followed && Date.parse(issued_at) < Date.parse(followed.issued_at)) {
    return log(`ignores ${type} of ${control_id}: a later one is known`);
  }
  clearTimeout(revertTimer);
  followed = setpoint;
  if (type === "RELEASE") return log(`is released from ${control_id}: normal operation`);
  log(`follows ${type} of ${control_id}, limit ${limit_kw ?? "none"} kW, until ${valid_until}`);
  revertTimer = setTimeout(() => revert(setpoint), leftMs);
  acknowledge(control_id);
}

/** Reverts without a setpoint; the order of issued setpoints stays known. */
function revert({ control_id, issued_at }: SetpointPayload): void {
  log(`no more setpoints for ${control_id}: normal operation`);
  if (followed?.issued_at === issued_at) followed = { ...followed, type: "RELEASE" };
}

function acknowledge(controlId: string): void {
  const followers = [ids.inverter, ids.battery].filter((id) => id !== undefined);
  const devices = followers.map((id) => ({ device_id: id, outcome: "executed" }));
  if (devices.length === 0) return;
  publish("acknowledgement", { control_id: controlId, time: new Date().toISOString(), devices });
}

const plant = new Plant({ inverter: Boolean(ids.inverter), battery: Boolean(ids.battery) });
const averages = new MinuteAverages(ids);
let ranUntilMs = Date.now();

const running = setInterval(() => {
  const nowMs = Date.now();
  const forMs = nowMs - ranUntilMs;
  ranUntilMs = nowMs;
  if (forMs <= 0 || forMs > 10 * STEP_MS) return;
  const powers = plant.run(sunKw(nowMs), forMs, followed);
  const measured = averages.add(nowMs, forMs, powers, plant.stateOfCharge);
  if (!measured) return;
  publish("measurement", { measurements: [measured] });
  repeated = [...repeated, measured].slice(-REPEATED_MINUTES);
  log(
    `measured ${measured.injection_kw} kW net injection, battery ${plant.stateOfCharge.toFixed(2)}`,
  );
}, STEP_MS);

for (const signal of ["SIGINT", "SIGTERM"] as const) {
  process.once(signal, () => {
    clearInterval(running);
    clearTimeout(revertTimer);
    clearTimeout(repeatTimer);
    if (!client.connected) return client.end(true);
    publish("presence", { online: false, time: new Date().toISOString() }, true);
    client.end(() => log("left"));
  });
}
