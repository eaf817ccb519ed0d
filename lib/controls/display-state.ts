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
  if (typeof inForce !== "number" || typeof locations !== "number")
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
  const phase = (control: C) => {
    if (isInForce(control, now)) return isOverriddenAt(control, now) ? 1 : 0;
    return controlStateAt(control, now) === "scheduled" ? 2 : 3;
  };
  const inPhase = (wanted: number) => inOrder.filter((control) => phase(control) === wanted);
  return {
    active: [...inPhase(0), ...inPhase(1)],
    scheduled: inPhase(2),
    ended: inPhase(3).reverse(),
  };
}
