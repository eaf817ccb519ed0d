import type {
  ControlDetail,
  ControlEffect,
  ControlReason,
  ControlTarget,
  ControlType,
  ControlState,
} from "@/lib/contract/controls.ts";
import { wasCancelledBeforeStart, type Timed } from "@/lib/controls/control-state.ts";
import { type Formats } from "@/lib/i18n/format.ts";
import type { useTranslations } from "next-intl";

/** The texts of controls, as `useTranslations("controls")` gives them. */
export type ControlTranslator = ReturnType<typeof useTranslations<"controls">>;

/** What sentences about controls are made with. */
export interface Labels {
  t: ControlTranslator;
  f: Formats;
}

/** The directions of a control, in the order they are offered. */
export const typeNames: ControlType[] = ["MAX_PRODUCTION", "ZERO_EXPORT", "MAX_CONSUMPTION"];

export const stateNames: ControlState[] = ["scheduled", "active", "ended", "cancelled"];

/** Why a control may be issued, in the order it is offered. */
export const reasonNames = ["price", "grid", "test"] as const;

/** A control as lists show it; what the service does not provide is null. */
export interface ControlSummaryView {
  id: string;
  created_at: string;
  time_from: string;
  time_to: string;
  /** When it stops: `time_to`, or the minute from which it was cancelled. */
  effective_to: string;
  cancelled_at: string | null;
  superseded: boolean | null;
  type: ControlType;
  target: ControlTarget | null;
  /** Why it was issued; null where no reason was given. */
  reason: ControlReason | null;
  locations: number | null;
  devices: number | null;
  unsupported: number | null;
  energy_kwh: number;
  locations_in_force?: number | null | undefined;
  next_override?: { time: string; locations: number } | null | undefined;
  /** Null while nothing is measured; absent where a service does not say. */
  delivered_kwh?: number | null | undefined;
  delivered_share?: number | null | undefined;
  issued_by?: string | null | undefined;
  rule_id?: string | null | undefined;
}

/** A control with its intervals. */
export type ControlDetailView = ControlSummaryView & {
  results: ControlEffect[];
  cancelled_effect: ControlEffect[];
} & Pick<ControlDetail, "rebound" | "restatements" | "excluded" | "excluded_effect">;

/** The exclusions for which customers count: one with several reasons counts for the first. */
export const getCountedExclusions = <Counted extends { customers: number }>(
  excluded: readonly Counted[],
): Counted[] => excluded.filter(({ customers }) => customers > 0);

/** The window in which a control was in force; the planned one when it was called off. */
export function getEffectiveWindow(control: Timed, now: number, f: Formats): string {
  const { time_from, time_to, effective_to } = control;
  return f.nearWindow(time_from, wasCancelledBeforeStart(control) ? time_to : effective_to, now);
}

/** The same, and what became of the rest: `Today, 10:30–10:47, cancelled; planned until 11:00`. */
export function describeWindow(control: Timed, now: number, { t, f }: Labels): string {
  const window = getEffectiveWindow(control, now, f);
  if (control.cancelled_at === null) return window;
  if (wasCancelledBeforeStart(control)) return t("window.calledOff", { window });
  const end = f.nearEnd(control.time_from, control.time_to, now);
  return t("window.cutShort", { window, end });
}

/** `Bidding zone NL`, the group's name, or that it is not known. */
export function targetTitle(target: ControlTarget | null, t: ControlTranslator): string {
  if (!target) return t("target.unknown");
  return target.kind === "bidding_zone" ? t("target.zone", { id: target.id }) : target.name;
}
