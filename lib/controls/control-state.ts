import type { ApprovalRequestState } from "../contract/control-requests.ts";
import type { ControlState } from "../contract/controls.ts";
import { MINUTE_MS } from "../time/amsterdam.ts";
import { toMillis, type Moment } from "../time/instant.ts";
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

/** The window of a control in responses: `effective_to` is `time_to`, or when it was cancelled. */
export interface Timed {
  time_from: string;
  time_to: string;
  effective_to: string;
  cancelled_at: string | null;
}

/** State of a control from instants in ms; the outcomes of devices are separate. */
export function controlState(
  { from, stop, isCancelled }: { from: number; stop: number; isCancelled: boolean },
  now: number,
): ControlState {
  if (isCancelled) return "cancelled";
  if (now < from) return "scheduled";
  return now < stop ? "active" : "ended";
}

/** A control's state at an instant (ms). */
export const controlStateAt = (control: Timed, now: number): ControlState =>
  controlState(
    {
      from: toMillis(control.time_from),
      stop: toMillis(control.effective_to),
      isCancelled: control.cancelled_at !== null,
    },
    now,
  );

/** A control's window, with what newer controls take over of it as far as that is known. */
export interface Overridable extends Timed {
  superseded?: boolean | null;
  /** Addressed locations; null where a service does not say. */
  locations?: number | null | undefined;
  locations_in_force?: number | null | undefined;
  next_override?: { time: string; locations: number } | null | undefined;
}

/** The one state of a control that people read, with what belongs to it. */
export type DisplayState =
  | { name: "scheduled" | "active" | "ended" | "endedOverridden" | "cancelled" | "overridden" }
  | { name: "cancelledUntil"; until: string }
  | { name: "activePartly"; locations: { inForce: number; all: number } | null }
  | { name: "activeUntil" | "activePartlyUntil" | "scheduledUntil"; until: string };

/**
 * The state of a control at an instant (ms): what it commands now. An active control that newer ones
 * took over everywhere is overridden, not active.
 */
export function displayStateAt(control: Overridable, now: number): DisplayState {
  const state = controlStateAt(control, now);
  if (state === "active") return activeStateAt(control);
  if (state === "cancelled")
    return isInForce(control, now)
      ? { name: "cancelledUntil", until: control.effective_to }
      : { name: "cancelled" };
  if (state === "ended") return { name: control.superseded ? "endedOverridden" : "ended" };
  const { next_override: next, time_from: from } = control;
  if (!next || next.locations < (control.locations ?? Infinity)) return { name: "scheduled" };
  if (toMillis(next.time) <= toMillis(from)) return { name: "overridden" };
  return { name: "scheduledUntil", until: next.time };
}

function activeStateAt(control: Overridable): DisplayState {
  const { superseded, locations, locations_in_force: inForce, next_override: next } = control;
  if (inForce === null || inForce === undefined || locations === null || locations === undefined)
    return superseded ? { name: "activePartly", locations: null } : { name: "active" };
  if (inForce <= 0 && locations > 0) return { name: "overridden" };
  if (inForce < locations) return { name: "activePartly", locations: { inForce, all: locations } };
  if (!next) return { name: "active" };
  const isWhole = next.locations >= locations;
  return { name: isWhole ? "activeUntil" : "activePartlyUntil", until: next.time };
}

/** Whether a control commands no location now although its window runs. */
export const isOverriddenAt = (control: Overridable, now: number): boolean =>
  displayStateAt(control, now).name === "overridden";

/** Whether a control was cancelled before its start. */
export const wasCancelledBeforeStart = ({
  cancelled_at,
  time_from,
  effective_to,
}: Timed): boolean => cancelled_at !== null && toMillis(effective_to) <= toMillis(time_from);

/** Whether a control is in force at an instant (ms); a cancelled one is until it stops. */
export const isInForce = (
  { time_from, effective_to }: Pick<Timed, "time_from" | "effective_to">,
  now: number,
): boolean => toMillis(time_from) <= now && now < toMillis(effective_to);

/** Whether a control stops before its planned end, so that its plan covers more than its window. */
export const endedEarly = (control: Timed): boolean =>
  control.cancelled_at !== null && !wasCancelledBeforeStart(control);

/** Whether a control can still be cancelled: before it starts, or a minute or more before its end. */
export function isCancellable(control: Timed, now: number): boolean {
  const state = controlStateAt(control, now);
  const nextMinute = Math.floor(now / MINUTE_MS) * MINUTE_MS + MINUTE_MS;
  return (
    state === "scheduled" || (state === "active" && nextMinute < toMillis(control.effective_to))
  );
}

/**
 * Controls whose window runs (overridden ones last), scheduled ones (the next first), and ended or
 * cancelled ones (the latest first).
 */
export function byState<C extends Overridable>(controls: readonly C[], now: number) {
  const inOrder = [...controls].sort((a, b) => toMillis(a.time_from) - toMillis(b.time_from));
  const isScheduled = (control: C) => controlStateAt(control, now) === "scheduled";
  const running = inOrder.filter((control) => isInForce(control, now));
  return {
    active: [
      ...running.filter((control) => !isOverriddenAt(control, now)),
      ...running.filter((control) => isOverriddenAt(control, now)),
    ],
    scheduled: inOrder.filter(isScheduled),
    ended: inOrder.filter((control) => !isInForce(control, now) && !isScheduled(control)).reverse(),
  };
}

/** The state of an approval request at an instant (ms): expired if nobody decided it in time. */
export const getApprovalState = (
  { state, expires_at }: { state: ApprovalRequestState; expires_at: Moment },
  now: number,
): ApprovalRequestState => (state === "pending" && now >= toMillis(expires_at) ? "expired" : state);
