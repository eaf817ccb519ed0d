import type { ControlState, ControlTarget, ControlType } from "@/lib/contract/controls.ts";
import type { ShadedWindow } from "@/components/charts/curve.ts";
import { toMillis } from "@/components/format.ts";
import { controlTypes, stateAt } from "./types.ts";

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

type Timed = Pick<ShownControl, "time_from" | "time_to">;

/** Where a control stands at a moment (ms). */
export const controlStateAt = ({ time_from, time_to }: Timed, now: number): ControlState =>
  stateAt({ from: toMillis(time_from), to: toMillis(time_to) }, now);

/** Controls as stretches of a chart. */
export const shadedWindows = (controls: readonly ShownControl[]): ShadedWindow[] =>
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
