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
});
export type SetpointPayload = z.infer<typeof setpointPayload>;

/** What a location answers: the payload of its topic `acknowledgement`. */
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

/** What a location measured: the payload of its topic `measurement`, as the API takes it. */
export const measurementPayload = measurementBatch;
export type MeasurementPayload = z.infer<typeof measurementPayload>;

/** Whether a location is connected: the payload of its topic `presence`. A last will has no time. */
export const presencePayload = z.strictObject({ online: z.boolean(), time: instant.optional() });

/** How long a release outlives the setpoint it ends: no setpoint is valid for longer. */
const RELEASE_LIFE_MS = 5 * 60_000;

/** Until when a setpoint is worth delivering, in epoch milliseconds. */
export const deliverableUntilMs = ({ type, validUntilMs }: Setpoint, issuedMs: number): number =>
  type === "RELEASE" ? Math.max(validUntilMs, issuedMs + RELEASE_LIFE_MS) : validUntilMs;

const iso = (ms: number) => new Date(ms).toISOString();

/** The payload of a setpoint issued at this moment. */
export const toPayload = (setpoint: Setpoint, issuedMs: number): SetpointPayload => ({
  control_id: setpoint.controlId,
  type: setpoint.type,
  limit_kw: setpoint.limitKw,
  issued_at: iso(issuedMs),
  valid_until: iso(deliverableUntilMs(setpoint, issuedMs)),
  revert: "normal",
});
