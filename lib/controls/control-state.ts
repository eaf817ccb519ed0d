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

/** The state of an approval request at an instant (ms): expired if nobody decided it in time. */
export const getApprovalState = (
  { state, expires_at }: { state: ApprovalRequestState; expires_at: Moment },
  now: number,
): ApprovalRequestState => (state === "pending" && now >= toMillis(expires_at) ? "expired" : state);
