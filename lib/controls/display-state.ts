import { toMillis } from "../time/instant.ts";
import { controlStateAt, isInForce, type Timed } from "./control-state.ts";

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

/** Whether newer controls took a control over everywhere, now or, before its window, at its start. */
export const isOverriddenAt = (control: Overridable, now: number): boolean =>
  displayStateAt(control, now).name === "overridden";

/**
 * Controls whose window runs (overridden ones last), scheduled ones (the next first), and ended or
 * cancelled ones (the latest first).
 */
export function byState<C extends Overridable>(controls: readonly C[], now: number) {
  const inOrder = [...controls].sort((a, b) => toMillis(a.time_from) - toMillis(b.time_from));
  const isScheduled = (control: C) => controlStateAt(control, now) === "scheduled";
  const running = inOrder.filter((control) => isInForce(control, now));
  return {
    active: byRelevance(running, now),
    scheduled: inOrder.filter(isScheduled),
    ended: inOrder.filter((control) => !isInForce(control, now) && !isScheduled(control)).reverse(),
  };
}

/** Controls in their order, but those that are overridden after the others that run or are to come. */
export function byRelevance<C extends Overridable>(controls: readonly C[], now: number): C[] {
  const rank = (control: C) => {
    if (isOverriddenAt(control, now)) return 1;
    const isOpen = isInForce(control, now) || controlStateAt(control, now) === "scheduled";
    return isOpen ? 0 : 2;
  };
  return [...controls].sort((a, b) => rank(a) - rank(b));
}
