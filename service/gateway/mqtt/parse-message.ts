import type { z } from "zod";
import { toMillis } from "../../../lib/time/instant.ts";
import { describeIssue } from "../../../lib/contract/issue-text.ts";
import { jsonFault } from "../../../lib/contract/json-validation.ts";
import { floorMinute, floorQuarter } from "../../../lib/time/amsterdam.ts";
import type { Acknowledgement, Pause, Presence, Reading } from "../gateway.ts";
import {
  acknowledgementPayload,
  measurementPayload,
  pausePayload,
  presencePayload,
  type MeasurementPayload,
} from "./payloads.ts";
import type { ReportKind } from "./topics.ts";

/** One report of a location. */
export type Report =
  | { kind: "acknowledgement"; acknowledgement: Acknowledgement }
  | { kind: "reading"; reading: Reading }
  | { kind: "presence"; presence: Presence }
  | { kind: "pause"; pause: Pause };

/** Why a message was rejected: the field as a JSON pointer, and the fault. */
interface ReportFault {
  field: string;
  detail: string;
}

/** Why messages are refused, for their metric; of clocks that disagree there may be many. */
export const refusalReasons = ["invalid", "future"] as const;
export type RefusalReason = (typeof refusalReasons)[number];

/** A message as received. A retained message may be older than its arrival. */
export interface ReportMessage {
  kind: ReportKind;
  locationId: string;
  payload: Uint8Array;
  retained: boolean;
}

type ReadReport =
  { ok: true; reports: Report[] } | { ok: false; fault: ReportFault; reason: RefusalReason };

/** How far a device's clock may be ahead of the service's clock, in milliseconds. */
const CLOCK_TOLERANCE_MS = 5_000;
const IN_FUTURE = { field: "time_to", detail: "must not be in the future" };

const EARLIEST_MS = Date.parse("2000-01-01T00:00:00Z");
const UTF8 = new TextDecoder("utf-8", { fatal: true });
const refused = (field: string, detail: string, reason: RefusalReason = "invalid"): ReadReport => ({
  ok: false,
  fault: { field, detail },
  reason,
});
const accepted = (reports: Report[]): ReadReport => ({ ok: true, reports });
const pointer = (path: readonly PropertyKey[]) => path.map((part) => `/${String(part)}`).join("");

function parseJson(payload: Uint8Array): { value: unknown } | undefined {
  try {
    return { value: JSON.parse(UTF8.decode(payload)) };
  } catch {
    return undefined;
  }
}

/**
 * Parses a message of a location at `nowMs`, by a clock that may be behind. A message is accepted or rejected
 * as a whole; a rejection names the first invalid field. It never throws.
 */
export function readReport(message: ReportMessage, nowMs: number, behindMs = 0): ReadReport {
  const json = parseJson(message.payload);
  if (!json) return refused("", "must be JSON in UTF-8");
  const broken = jsonFault(json.value);
  if (broken) return refused(broken.pointer.slice(1), broken.detail);
  const { locationId, kind, retained } = message;
  if (kind === "acknowledgement") return readAcknowledgement(locationId, json.value);
  if (kind === "measurement") return readMeasurements(locationId, json.value, nowMs + behindMs);
  if (kind === "pause") return readPause(locationId, json.value);
  return readPresence(locationId, json.value, retained, nowMs);
}

function firstFault({ issues }: z.ZodError, input: unknown): ReadReport {
  const [issue] = issues;
  return issue
    ? refused(pointer(issue.path), describeIssue(issue, input))
    : refused("", "is not as documented");
}

function readAcknowledgement(locationId: string, value: unknown): ReadReport {
  const read = acknowledgementPayload.safeParse(value);
  if (!read.success) return firstFault(read.error, value);
  const devices = read.data.devices.map(({ device_id, outcome, detail }) => ({
    deviceId: device_id,
    outcome,
    ...(detail !== undefined && { detail }),
  }));
  const { control_id: controlId, time } = read.data;
  const acknowledgement = { locationId, controlId, atMs: toMillis(time), devices };
  return accepted([{ kind: "acknowledgement", acknowledgement }]);
}

function readPresence(
  locationId: string,
  value: unknown,
  retained: boolean,
  nowMs: number,
): ReadReport {
  const read = presencePayload.safeParse(value);
  if (!read.success) return firstFault(read.error, value);
  const { online, time } = read.data;
  const atMs = retained && time ? Math.min(toMillis(time), nowMs) : nowMs;
  return accepted([{ kind: "presence", presence: { locationId, online, atMs } }]);
}

function readPause(locationId: string, value: unknown): ReadReport {
  const read = pausePayload.safeParse(value);
  if (!read.success) return firstFault(read.error, value);
  const untilMs = read.data.until === null ? null : toMillis(read.data.until);
  return accepted([{ kind: "pause", pause: { locationId, untilMs } }]);
}

function readMeasurements(locationId: string, value: unknown, nowMs: number): ReadReport {
  const read = measurementPayload.safeParse(value);
  if (!read.success) return firstFault(read.error, value);
  const reports: Report[] = [];
  for (const [i, measurement] of read.data.measurements.entries()) {
    const reading = toReading(locationId, measurement);
    const fault = readingFault(reading, nowMs);
    if (fault)
      return refused(
        `/measurements/${i}/${fault.field}`,
        fault.detail,
        fault === IN_FUTURE ? "future" : "invalid",
      );
    reports.push({ kind: "reading", reading });
  }
  return accepted(reports);
}

type Measured = MeasurementPayload["measurements"][number];

const toReading = (locationId: string, measured: Measured): Reading => ({
  locationId,
  fromMs: toMillis(measured.time_from),
  toMs: toMillis(measured.time_to),
  injectionKw: measured.injection_kw ?? null,
  devices: (measured.devices ?? []).map(
    ({ device_id, power_kw, state_of_charge, available_kw }) => ({
      deviceId: device_id,
      powerKw: power_kw,
      stateOfCharge: state_of_charge ?? null,
      ...(available_kw !== undefined && { availableKw: available_kw }),
    }),
  ),
});

const isFullMinute = (ms: number) => floorMinute(ms) === ms;

function readingFault(reading: Reading, nowMs: number): ReportFault | undefined {
  const { fromMs, toMs, injectionKw, devices } = reading;
  if (!isFullMinute(fromMs)) return { field: "time_from", detail: "must be a full minute" };
  if (fromMs < EARLIEST_MS)
    return { field: "time_from", detail: "must not be before the year 2000" };
  if (!isFullMinute(toMs)) return { field: "time_to", detail: "must be a full minute" };
  if (toMs <= fromMs) return { field: "time_to", detail: "must be after time_from" };
  if (floorQuarter(fromMs) !== floorQuarter(toMs - 1)) {
    return { field: "time_to", detail: "must be in the same quarter-hour as time_from" };
  }
  if (toMs > nowMs + CLOCK_TOLERANCE_MS) return IN_FUTURE;
  if (injectionKw === null && devices.length === 0) {
    return { field: "injection_kw", detail: "must be given when no device is" };
  }
  return namedTwice(devices.map(({ deviceId }) => deviceId));
}

function namedTwice(deviceIds: readonly string[]): ReportFault | undefined {
  const again = deviceIds.findIndex((deviceId, i) => deviceIds.indexOf(deviceId) !== i);
  if (again < 0) return undefined;
  return { field: `devices/${again}/device_id`, detail: "must name each device once" };
}
