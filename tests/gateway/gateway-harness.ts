import { expect, vi } from "vitest";
import type { Reports, Setpoint } from "../../service/gateway/gateway.ts";
import { openMqttGateway, type MqttGateway } from "../../service/gateway/mqtt/mqtt-gateway.ts";
import type { MqttOptions } from "../../service/gateway/mqtt/options.ts";
import { errorLog } from "../support/error-log.ts";

export const TIMEOUT_MS = 15_000;

export interface LogLine {
  level: "info" | "warn" | "error";
  details: Record<string, unknown>;
  message: string;
}

/** A gateway with its log and all reports it passed on. */
export interface OpenedGateway {
  gateway: MqttGateway;
  lines: LogLine[];
  kept: Required<Reports>;
  announcements: () => number;
  /** Collects until this holds for the collected reports. */
  until(enough: (kept: Required<Reports>) => boolean): Promise<Required<Reports>>;
}

export async function opened(options: Partial<MqttOptions> & { url: string }) {
  const lines: LogLine[] = [];
  const line = (level: LogLine["level"]) => (details: object, message: string) => {
    lines.push({ level, details: details as LogLine["details"], message });
    if (level === "error") errorLog.note(JSON.stringify({ level: 50, ...details, msg: message }));
  };
  let announced = 0;
  const gateway = await openMqttGateway({
    now: Date.now,
    onReport: () => void announced++,
    log: { info: line("info"), warn: line("warn"), error: line("error") },
    ...options,
  });
  const kept = {
    acknowledgements: [],
    readings: [],
    presence: [],
    pauses: [],
  } as Required<Reports>;
  const keep = async (reports: Reports) => {
    kept.acknowledgements.push(...reports.acknowledgements);
    kept.readings.push(...reports.readings);
    kept.presence.push(...reports.presence);
    kept.pauses.push(...(reports.pauses ?? []));
  };
  const until = async (enough: (all: Required<Reports>) => boolean) => {
    await vi.waitFor(
      async () => {
        await gateway.collect(0, Date.now(), keep);
        expect(enough(kept), "handed over").toBe(true);
      },
      { timeout: TIMEOUT_MS, interval: 10 },
    );
    return kept;
  };
  return { gateway, lines, kept, announcements: () => announced, until } satisfies OpenedGateway;
}

/** Waits until this holds. */
export const eventually = (holds: () => boolean, what: string) =>
  vi.waitFor(() => expect(holds(), what).toBe(true), { timeout: TIMEOUT_MS, interval: 10 });

export const setpointFor = (locationId: string, more: Partial<Setpoint> = {}): Setpoint => ({
  locationId,
  controlId: "ctrl_1",
  type: "ZERO_EXPORT",
  limitKw: 0,
  validUntilMs: Date.now() + 120_000,
  ...more,
});

/** A measurement of the last whole minute of a finished quarter-hour. */
export const finishedMinute = (injectionKw: number) => {
  const endMs = Math.floor(Date.now() / 900_000) * 900_000;
  return {
    time_from: new Date(endMs - 60_000).toISOString(),
    time_to: new Date(endMs).toISOString(),
    injection_kw: injectionKw,
    devices: [{ device_id: "dev_1", power_kw: injectionKw, state_of_charge: 0.5 }],
  };
};
