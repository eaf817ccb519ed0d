import type { ControlReason, ControlType } from "../contract/controls.ts";

/** A notice of a control to a customer. */
interface ControlNotice {
  kind: string;
  type: ControlType;
  reason: ControlReason | null;
  timeFrom: Date;
  createdAt: Date;
}

/** The key of the message that says why the control of a notice comes, in `customerHome`; null for none. */
export function getNoticeReasonKey({ kind, type, reason, timeFrom, createdAt }: ControlNotice) {
  if (kind !== "planned" || reason === null) return null;
  return getReasonKey({ type, reason }, timeFrom > createdAt ? "coming" : "now");
}

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
