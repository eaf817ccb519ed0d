import type { ControlState, ControlTarget, ControlType } from "@/lib/contract/controls.ts";
import type { Area } from "@/components/api/areas.ts";
import type { ShadedWindow } from "@/components/charts/curve.ts";
import { toMillis } from "@/components/format.ts";
import { controlTypes } from "./types.ts";

/** A control as lists show it; what a service does not tell is null. */
export interface ShownControl {
  id: string;
  created_at: string;
  time_from: string;
  time_to: string;
  type: ControlType;
  target: ControlTarget | null;
  locations: number | null;
  devices: number | null;
  energy_kwh: number;
}

/** The window of a control, as it travels. */
export type Timed = Pick<ShownControl, "time_from" | "time_to">;

/** Where a control stands at a moment (ms); it says nothing of what devices did. */
export function controlStateAt({ time_from, time_to }: Timed, now: number): ControlState {
  if (now < toMillis(time_from)) return "scheduled";
  return now < toMillis(time_to) ? "active" : "ended";
}

/** Controls as stretches of a chart. */
export const shadedWindows = (
  controls: readonly (Timed & Pick<ShownControl, "type">)[],
): ShadedWindow[] =>
  controls.map(({ time_from, time_to, type }) => ({
    from: toMillis(time_from),
    to: toMillis(time_to),
    label: controlTypes[type].title,
  }));

/** `Bidding zone NL`, the group's name, or that it is not known. */
export function targetTitle(target: ControlTarget | null): string {
  if (!target) return "Target not known";
  return target.kind === "bidding_zone" ? `Bidding zone ${target.id}` : target.name;
}

/** Whether a control is on an area, as far as its target tells; one on the zone is on its groups. */
export const isOn = ({ target }: Pick<ShownControl, "target">, area: Area): boolean =>
  area.kind === "bidding-zone" || target?.kind === "bidding_zone" || target?.id === area.id;

/** Those under way, then those to come (the next one first), then those that ended. */
export function byState<C extends Timed>(controls: readonly C[], now: number) {
  const of = (state: ControlState) =>
    controls
      .filter((control) => controlStateAt(control, now) === state)
      .sort((a, b) => toMillis(a.time_from) - toMillis(b.time_from));
  return { active: of("active"), scheduled: of("scheduled"), ended: of("ended").reverse() };
}
