import type { DeliveryState, DeviceOutcomes } from "@/lib/contract/deliveries.ts";
import { formatCount } from "@/components/format-english.ts";

/** What can become of telling a device; all but the count of devices a control is for. */
export type Outcome = Exclude<keyof DeviceOutcomes, "told">;

interface OutcomeText {
  /** Of a count, as a heading. */
  title: string;
  /** What is known, and no more. */
  means: string;
  /** After a number, in the row of a location. */
  brief: string;
}

/** What became of telling devices, in words that claim no more than is known. */
export const outcomes: Record<Outcome, OutcomeText> = {
  executed: {
    title: "Said that they follow",
    means: "their own answer; what it came to is in the measurements",
    brief: "said to follow",
  },
  pending: {
    title: "No answer yet",
    means: "not told yet, or still within their time to answer",
    brief: "no answer yet",
  },
  unknown: {
    title: "No answer in time",
    means: "told; whether they follow is not known",
    brief: "no answer in time",
  },
  failed: {
    title: "Failed",
    means: "said that they could not, or never answered",
    brief: "failed",
  },
  unsupported: {
    title: "Cannot follow",
    means: "said so, or registered as not controllable",
    brief: "cannot follow",
  },
  not_told: {
    title: "Not told",
    means: "it was over, or another had taken over, before they could be",
    brief: "not told",
  },
};

export const outcomeNames = Object.keys(outcomes) as Outcome[];

/** The outcomes worth a place: what may still happen or go wrong always, the rare ones if any. */
export const shownOutcomes = (devices: DeviceOutcomes): Outcome[] =>
  outcomeNames.filter((name) => devices[name] > 0 || !["unsupported", "not_told"].includes(name));

/** `2 said to follow, 1 no answer yet`: the outcomes of one location's devices. */
export const outcomesInWords = (devices: DeviceOutcomes): string =>
  outcomeNames
    .filter((name) => devices[name] > 0)
    .map((name) => `${formatCount(devices[name])} ${outcomes[name].brief}`)
    .join(", ");

/** How a location stands with a control, in words. */
export const deliveryStates: Record<DeliveryState, string> = {
  pending: "No answer yet",
  answered: "Answered",
  unknown: "No answer in time",
  failed: "Failed",
  not_told: "Not told",
};
