import type { ControlReason, ControlType } from "../contract/controls.ts";

/** The key of the message that gives the reason of a control to a customer, in `customerHome`. */
export function getReasonKey(
  { reason, type }: { reason: ControlReason | null; type: ControlType },
  tense: "past" | "now" | "coming",
) {
  if (reason === null) return "narrative.reasons.none";
  if (reason === "test") return `narrative.reasons.test.${tense}` as const;
  const direction = type === "MAX_PRODUCTION" ? "more" : "less";
  return `narrative.reasons.${reason}.${direction}.${tense}` as const;
}
