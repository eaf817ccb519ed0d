import type { DeviceOutcomes } from "../contract/deliveries.ts";

/** The outcome of a control at a device. */
export type Outcome = Exclude<keyof DeviceOutcomes, "addressed">;

/** All outcomes, in the order in which they are listed. */
export const outcomeNames = [
  "executed",
  "pending",
  "unknown",
  "failed",
  "unsupported",
  "not_dispatched",
] as const satisfies Outcome[];
