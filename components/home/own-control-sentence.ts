import type { ControlEffect, ControlState, ControlType } from "@/lib/contract/controls.ts";
import { formatKwh } from "@/components/format-english.ts";
import { energyKwh } from "@/components/charts/series.ts";

const asked: Record<ControlType, string> = {
  MAX_PRODUCTION: "to send as much as possible to the grid",
  ZERO_EXPORT: "to send nothing to the grid",
  MAX_CONSUMPTION: "to take as much as possible from the grid",
};

const verbs: Record<ControlState, string> = {
  scheduled: "will be asked",
  active: "are being asked",
  ended: "were asked",
  cancelled: "were asked",
};

/** Below this a change is not worth a number, in kWh. */
const NOTHING = 0.005;

const toGrid = (kw: number) => Math.max(kw, 0);
const fromGrid = (kw: number) => Math.max(-kw, 0);

/** Change of what goes one way, in kWh. */
const changeOf = (effects: readonly ControlEffect[], part: (kw: number) => number) =>
  energyKwh(effects, ({ before, after }) => part(after) - part(before));

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

/** What a control asks, as the people who live with it read it; `calledOff`: before it began. */
export function ownControlSentence(
  type: ControlType,
  state: ControlState,
  calledOff = false,
): string {
  if (calledOff) {
    return `Your installations were to be asked ${asked[type]}. It was cancelled before it began.`;
  }
  const early = state === "cancelled" ? " It was ended early." : "";
  return `Your installations ${verbs[state]} ${asked[type]}.${early}`;
}

/** What was measured of it: how much less or more went to the grid on balance. */
export function deliveredSentence(kwh: number): string {
  if (Math.abs(kwh) < NOTHING) return "Measured: nothing changed on balance.";
  return `Measured: ${formatKwh(Math.abs(kwh))} ${kwh > 0 ? "more" : "less"} to the grid on balance.`;
}
