import type {
  ControlEffect,
  ControlReason,
  ControlState,
  ControlTarget,
  ControlType,
} from "@/lib/contract/controls.ts";
import { MINUTE } from "@/components/amsterdam.ts";
import type { Area } from "@/components/api/areas.ts";
import type { ShadedWindow } from "@/components/charts/curve.ts";
import { toMillis, type Formats } from "@/components/format.ts";
import type { ControlTexts, Words } from "./types.ts";

/** A control as lists show it; what a service does not tell is null. */
export interface ShownControl {
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
  /** Why it was issued; null where nobody said. */
  reason: ControlReason | null;
  locations: number | null;
  devices: number | null;
  unsupported: number | null;
  energy_kwh: number;
}

/** A control with its intervals. */
export type ShownControlDetail = ShownControl & {
  results: ControlEffect[];
  given_back: ControlEffect[];
};

/** When a control runs, as it travels. */
export type Timed = Pick<ShownControl, "time_from" | "time_to" | "effective_to" | "cancelled_at">;

/** Where a control stands at a moment (ms); it says nothing of what devices did. */
export function controlStateAt(control: Timed, now: number): ControlState {
  if (control.cancelled_at !== null) return "cancelled";
  if (now < toMillis(control.time_from)) return "scheduled";
  return now < toMillis(control.effective_to) ? "active" : "ended";
}

/** Whether a control was cancelled before it began. */
export const wasCalledOff = ({ cancelled_at, time_from, effective_to }: Timed): boolean =>
  cancelled_at !== null && toMillis(effective_to) <= toMillis(time_from);

/** Whether a control is in force at a moment (ms): a cancelled one still is until it stops. */
export const isInForce = ({ time_from, effective_to }: Timed, now: number): boolean =>
  toMillis(time_from) <= now && now < toMillis(effective_to);

/** Whether a control stopped, or will, before its planned end: its plan is of more than its window. */
export const wasCutShort = (control: Timed): boolean =>
  control.cancelled_at !== null && !wasCalledOff(control);

/** Whether a control can still be cancelled: before it starts, or a minute or more before its end. */
export function isCancellable(control: Timed, now: number): boolean {
  const state = controlStateAt(control, now);
  const nextMinute = Math.floor(now / MINUTE) * MINUTE + MINUTE;
  return (
    state === "scheduled" || (state === "active" && nextMinute < toMillis(control.effective_to))
  );
}

/** The window in which a control was in force; the planned one when it was called off. */
export function realWindow(control: Timed, now: number, f: Formats): string {
  const { time_from, time_to, effective_to } = control;
  return f.nearWindow(time_from, wasCalledOff(control) ? time_to : effective_to, now);
}

/** The same, and what became of the rest: `Today, 10:30–10:47, cancelled; planned until 11:00`. */
export function windowInWords(control: Timed, now: number, { t, f }: Words): string {
  const window = realWindow(control, now, f);
  if (control.cancelled_at === null) return window;
  if (wasCalledOff(control)) return t("window.calledOff", { window });
  const end = f.nearEnd(control.time_from, control.time_to, now);
  return t("window.cutShort", { window, end });
}

/**
 * Controls as stretches of a chart, as long as they were in force; `plain` names them for the people
 * who live there.
 */
export const shadedWindows = (
  controls: readonly (Timed & Pick<ShownControl, "type">)[],
  t: ControlTexts,
  plain = false,
): ShadedWindow[] =>
  controls
    .filter((control) => !wasCalledOff(control))
    .map(({ time_from, effective_to, type }) => ({
      from: toMillis(time_from),
      to: toMillis(effective_to),
      label: t(`types.${type}.${plain ? "plain" : "title"}`),
    }));

/** `Bidding zone NL`, the group's name, or that it is not known. */
export function targetTitle(target: ControlTarget | null, t: ControlTexts): string {
  if (!target) return t("target.unknown");
  return target.kind === "bidding_zone" ? t("target.zone", { id: target.id }) : target.name;
}

/** Whether a control is on an area, as far as its target tells; one on the zone is on its groups. */
export const isOn = ({ target }: Pick<ShownControl, "target">, area: Area): boolean =>
  area.kind === "bidding-zone" || target?.kind === "bidding_zone" || target?.id === area.id;

/** Those in force, those to come (the next one first), those that ended or were called off. */
export function byState<C extends Timed>(controls: readonly C[], now: number) {
  const inOrder = [...controls].sort((a, b) => toMillis(a.time_from) - toMillis(b.time_from));
  const isScheduled = (control: C) => controlStateAt(control, now) === "scheduled";
  return {
    active: inOrder.filter((control) => isInForce(control, now)),
    scheduled: inOrder.filter(isScheduled),
    ended: inOrder.filter((control) => !isInForce(control, now) && !isScheduled(control)).reverse(),
  };
}
