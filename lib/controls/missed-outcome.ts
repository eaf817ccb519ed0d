import type { DeviceOutcomes } from "../contract/deliveries.ts";
import type { Outcome } from "./control-state.ts";

/** Why a device may not have delivered; of as many devices, the first counts. */
const missed = [
  "failed",
  "not_dispatched",
  "unsupported",
  "unknown",
  "pending",
] as const satisfies Outcome[];

/** The outcome of most devices that did not confirm a control; null if all did. */
export function getMissedOutcome(devices: DeviceOutcomes): Outcome | null {
  const largest = Math.max(...missed.map((outcome) => devices[outcome]));
  return largest > 0 ? missed.find((outcome) => devices[outcome] === largest)! : null;
}
