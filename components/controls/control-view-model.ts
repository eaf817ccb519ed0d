import type {
  ControlDetail,
  ControlEffect,
  ControlReason,
  ControlTarget,
  ControlType,
  Control,
  ControlState,
} from "@/lib/contract/controls.ts";
import { wasCancelledBeforeStart, type Timed } from "@/lib/controls/control-state.ts";
import type { Area } from "@/lib/contract/areas.ts";
import type { ShadedWindow } from "@/components/chart/series.ts";
import { toMillis } from "@/lib/time/instant.ts";
import { type Formats } from "@/lib/i18n/format.ts";
import { sumEffectsKwh } from "@/lib/energy/energy.ts";
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
} & Pick<ControlDetail, "rebound" | "restatements" | "excluded">;

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

/**
 * Controls as stretches of a chart, as long as they were in force; `plain` names them for the people
 * who live there.
 */
export const shadedWindows = (
  controls: readonly (Timed &
    Pick<ControlSummaryView, "type"> & { id?: string; control_id?: string })[],
  t: ControlTranslator,
  plain = false,
): ShadedWindow[] =>
  controls
    .filter((control) => !wasCancelledBeforeStart(control))
    .map(({ time_from, effective_to, type, id, control_id = id ?? "" }) => ({
      from: toMillis(time_from),
      to: toMillis(effective_to),
      label: t(`types.${type}.${plain ? "plain" : "title"}`),
      href: plain ? activityHref(control_id) : `/controls/${encodeURIComponent(control_id)}`,
    }));

/** Where a customer reads about a control: its entry among their activity, on whichever page. */
export function activityHref(controlId: string): string {
  const id = encodeURIComponent(controlId);
  return `/controls?control=${id}#${id}`;
}

/** `Bidding zone NL`, the group's name, or that it is not known. */
export function targetTitle(target: ControlTarget | null, t: ControlTranslator): string {
  if (!target) return t("target.unknown");
  return target.kind === "bidding_zone" ? t("target.zone", { id: target.id }) : target.name;
}

/** Whether a control applies to an area by its target; one on a zone applies to its groups. */
export const appliesTo = ({ target }: Pick<ControlSummaryView, "target">, area: Area): boolean =>
  area.kind === "bidding-zone" || target?.kind === "bidding_zone" || target?.id === area.id;

/** A control with its other details; its target only if it is given. */
export function toControlView(
  control: Omit<Control, "results"> & Partial<Pick<Control, "results">>,
  partial?: Partial<ControlSummaryView>,
): ControlSummaryView {
  const { results, ...rest } = control;
  return {
    target: null,
    reason: null,
    locations: null,
    devices: null,
    unsupported: null,
    superseded: null,
    cancelled_at: null,
    effective_to: rest.time_to,
    energy_kwh: 0,
    ...partial,
    ...rest,
    ...(results && { energy_kwh: sumEffectsKwh(results) }),
  };
}
