import { z } from "zod";
import { controlType, id, instant, measurementBatch } from "../../../lib/contract/index.ts";
import type { Setpoint } from "../gateway.ts";

/** Payload of the topic `setpoint` of a location; fields may be added. */
export const setpointPayload = z.object({
  control_id: id,
  type: z.enum([...controlType.options, "RELEASE"]),
  limit_kw: z.number().nullable(),
  issued_at: instant,
  valid_until: instant,
  revert: z.literal("normal"),
  battery_reserve: z.number().min(0).max(1).optional(),
});
export type SetpointPayload = z.infer<typeof setpointPayload>;

/** The payload of the topic `acknowledgement`: the answer of a location to a setpoint. */
export const acknowledgementPayload = z.strictObject({
  control_id: id,
  time: instant,
  devices: z
    .array(
      z.strictObject({
        device_id: id,
        outcome: z.enum(["executed", "failed", "unsupported"]),
        detail: z.string().max(500).optional(),
      }),
    )
    .min(1)
    .max(100),
});

/** The payload of the topic `measurement`: the same shape as in the API. */
export const measurementPayload = measurementBatch;
export type MeasurementPayload = z.infer<typeof measurementPayload>;

/**
 * The payload of the topic `presence`: whether a location is connected. A last will has no time.
 */
export const presencePayload = z.strictObject({ online: z.boolean(), time: instant.optional() });

/**
 * The payload of the topic `pause`: until when the customer wants no controls at the location; null
 * ends it.
 */
export const pausePayload = z.strictObject({ until: instant.nullable() });

/** How long a release stays deliverable: no setpoint is valid for longer. */
const RELEASE_LIFE_MS = 5 * 60_000;

/** The expiry of a setpoint message, in epoch milliseconds. */
export const deliverableUntilMs = ({ type, validUntilMs }: Setpoint, issuedMs: number): number =>
  type === "RELEASE" ? Math.max(validUntilMs, issuedMs + RELEASE_LIFE_MS) : validUntilMs;

/** Formats a time; setpoints of one dispatch share theirs. */
function isoFormatter(): (ms: number) => string {
  let last = { ms: NaN, text: "" };
  return (ms) => {
    if (ms !== last.ms) last = { ms, text: new Date(ms).toISOString() };
    return last.text;
  };
}
const [toIssued, toUntil] = [isoFormatter(), isoFormatter()];

/** The payload of a setpoint issued now. */
export const toPayload = (setpoint: Setpoint, issuedMs: number): SetpointPayload => ({
  control_id: setpoint.controlId,
  type: setpoint.type,
  limit_kw: setpoint.limitKw,
  issued_at: toIssued(issuedMs),
  valid_until: toUntil(deliverableUntilMs(setpoint, issuedMs)),
  revert: "normal",
  ...(setpoint.batteryReserve !== undefined && { battery_reserve: setpoint.batteryReserve }),
});
