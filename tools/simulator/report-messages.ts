import type { Acknowledgement, Presence, Reading, Reports } from "../../service/gateway/gateway.ts";
import type { MeasurementPayload } from "../../service/gateway/mqtt/payloads.ts";
import { buildTopic, type ReportKind } from "../../service/gateway/mqtt/topics.ts";

/** A message of a gateway, as docs/reference/mqtt.md describes it. */
export interface ReportMessage {
  topic: string;
  payload: string;
  retain: boolean;
}

type Measurement = MeasurementPayload["measurements"][number];

const toTime = (ms: number) => new Date(ms).toISOString();
/** To a watt, and to a thousandth of a capacity. */
const round = (value: number) => Math.round(value * 1000) / 1000;

const toMeasurement = ({ fromMs, toMs, injectionKw, devices }: Reading): Measurement => ({
  time_from: toTime(fromMs),
  time_to: toTime(toMs),
  ...(injectionKw !== null && { injection_kw: round(injectionKw) }),
  devices: devices.map(({ deviceId, powerKw, stateOfCharge, availableKw }) => ({
    device_id: deviceId,
    power_kw: round(powerKw),
    ...(stateOfCharge !== null && { state_of_charge: round(stateOfCharge) }),
    ...(availableKw !== undefined && { available_kw: round(availableKw) }),
  })),
});

const toAcknowledgement = ({ controlId, devices }: Acknowledgement, nowMs: number) => ({
  control_id: controlId,
  time: toTime(nowMs),
  devices: devices.map(({ deviceId, ...outcome }) => ({ device_id: deviceId, ...outcome })),
});

const toPresence = ({ online, atMs }: Presence) => ({ online, time: toTime(atMs) });

/** The messages that carry reports: the measurements of a location together, in order of time. */
export function toMessages(
  prefix: string,
  { acknowledgements, readings, presence }: Reports,
  nowMs: number,
): ReportMessage[] {
  const toMessage = (locationId: string, kind: ReportKind, content: object): ReportMessage => ({
    topic: buildTopic(prefix, locationId, kind),
    payload: JSON.stringify(content),
    retain: kind === "presence",
  });
  const measured = new Map<string, Measurement[]>();
  for (const reading of readings) {
    const earlier = measured.get(reading.locationId);
    if (earlier) earlier.push(toMeasurement(reading));
    else measured.set(reading.locationId, [toMeasurement(reading)]);
  }
  return [
    ...acknowledgements.map((one) =>
      toMessage(one.locationId, "acknowledgement", toAcknowledgement(one, nowMs)),
    ),
    ...presence.map((one) => toMessage(one.locationId, "presence", toPresence(one))),
    ...Array.from(measured, ([locationId, measurements]) =>
      toMessage(locationId, "measurement", { measurements }),
    ),
  ];
}
