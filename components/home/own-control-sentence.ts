import type { ControlEffect, ControlType } from "@/lib/contract/controls.ts";
import type { OwnControl } from "@/lib/contract/locations.ts";
import { formatKwh, formatWindow, toMillis } from "@/components/format.ts";
import { HOUR } from "@/components/amsterdam.ts";
import { toEffectIntervals } from "@/components/charts/series.ts";
import { stateAt } from "@/components/controls/types.ts";

const asked: Record<ControlType, string> = {
  MAX_PRODUCTION: "to send as much as possible to the grid",
  ZERO_EXPORT: "to send nothing to the grid",
  MAX_CONSUMPTION: "to take as much as possible from the grid",
};

const verbs = { scheduled: "will be asked", active: "are being asked", ended: "were asked" };

/** Below this a change is not worth a number, in kWh. */
const NOTHING = 0.005;

const toGrid = (kw: number) => Math.max(kw, 0);
const fromGrid = (kw: number) => Math.max(-kw, 0);

/** Change of what goes one way, in kWh: each interval's mean power times the hours it lasts. */
const changeOf = (effects: readonly ControlEffect[], part: (kw: number) => number) =>
  toEffectIntervals(effects).reduce(
    (sum, { from, to, before, after }) => sum + ((part(after) - part(before)) * (to - from)) / HOUR,
    0,
  );

function changeInWords(kwh: number, where: string): string | null {
  if (Math.abs(kwh) < NOTHING) return null;
  return `${formatKwh(Math.abs(kwh))} ${kwh > 0 ? "more" : "less"} ${where} the grid`;
}

/** What the plan came to: what goes to the grid and what comes from it, each with its direction. */
export function effectSentence(effects: readonly ControlEffect[]): string {
  const parts = [
    changeInWords(changeOf(effects, toGrid), "to"),
    changeInWords(changeOf(effects, fromGrid), "from"),
  ].filter((part) => part !== null);
  if (parts.length === 0) return "The plan was already that: nothing changes.";
  return `Planned effect: ${parts.join(", ")}.`;
}

/** A control as the people who live with it read it, at a moment (ms). */
export function ownControlSentence(control: OwnControl, now: number): string {
  const window = { from: toMillis(control.time_from), to: toMillis(control.time_to) };
  const verb = verbs[stateAt(window, now)];
  const when = formatWindow(control.time_from, control.time_to);
  return `${when}: your installations ${verb} ${asked[control.type]}.`;
}
