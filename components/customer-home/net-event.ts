import { getReasonKey } from "@/lib/controls/reason-text.ts";
import type { LocatedControl } from "@/lib/contract/locations.ts";
import { toMillis } from "@/lib/time/instant.ts";
import { clockTime, endTime, type Translator } from "../ui/clock-time.ts";
import { describeChange, toDelivered, toPlanned, type Change } from "./control-change.ts";
import { inForce, type Interval } from "@/lib/controls/precedence.ts";

const getTime = ({ time_from, effective_to }: LocatedControl): Interval => ({
  from: toMillis(time_from),
  to: toMillis(effective_to),
});

/** From the start of the first to the end of the last of some controls. */
export const getSpan = (controls: readonly LocatedControl[]): Interval => ({
  from: Math.min(...controls.map((control) => getTime(control).from)),
  to: Math.max(...controls.map((control) => getTime(control).to)),
});

/** Controls that overlap, directly or by others between them, as one event; in the order given. */
export function joinOverlapping(controls: readonly LocatedControl[]): LocatedControl[][] {
  const byStart = [...controls].sort((a, b) => getTime(a).from - getTime(b).from);
  const events: LocatedControl[][] = [];
  for (const control of byStart) {
    const last = events.at(-1);
    if (last && getTime(control).from < getSpan(last).to) last.push(control);
    else events.push([control]);
  }
  const position = (event: LocatedControl[]) =>
    Math.min(...event.map((control) => controls.indexOf(control)));
  return events
    .map((event) => event.sort((a, b) => controls.indexOf(a) - controls.indexOf(b)))
    .sort((a, b) => position(a) - position(b));
}

/** The changes of several controls add up, measured and planned. */
function sumChanges(changes: readonly Change[]): Change {
  const sum = (kwhOf: (change: Change) => number | null): number | null =>
    changes.reduce<number | null>((total, change) => {
      const kwh = kwhOf(change);
      return total === null || kwh === null ? null : total + kwh;
    }, 0);
  return {
    netKwh: sum(({ netKwh }) => netKwh) ?? 0,
    exportKwh: sum(({ exportKwh }) => exportKwh),
    importKwh: sum(({ importKwh }) => importKwh),
  };
}

/** Several overlapping controls as customers read them: what they changed together, and why. */
export interface NetEvent {
  lead: string;
  details: string[];
  /** The reasons that were given, each once. */
  whys: string[];
  /** The one that was in force last. */
  newest: LocatedControl;
}

/**
 * Describes overlapping controls that are over as one event: what they changed together against no
 * control at all, or else their plans, named as such.
 */
export function describeTogether(
  controls: readonly LocatedControl[],
  translator: Translator,
): NetEvent {
  const { t, f } = translator;
  const { from, to } = getSpan(controls);
  const times = { from: clockTime(from, translator), to: endTime(from, to, translator) };
  const count = controls.length;
  const newest = inForce(controls)!;
  const reasons = controls.filter(({ reason }) => reason !== null);
  const whys = [...new Set(reasons.map((control) => t(getReasonKey(control, "past"))))];
  const requests = t("activity.together.requests", { ...times, count });
  // Without the plans of each, whose directions would not be those of the sum.
  const together = (change: Change) =>
    describeChange({ ...newest, results: controls.flatMap(({ results }) => results) }, change, f);

  if (controls.every(({ measured_whole }) => measured_whole)) {
    const changed = together(sumChanges(controls.map(toDelivered)));
    const lead = changed
      ? t(`narrative.measured.${changed.key}.without`, {
          ...times,
          ...changed.amounts,
          count,
        } as never)
      : t("narrative.measured.nothing", times);
    return { lead, details: [requests], whys, newest };
  }
  const isPartly = controls.some(({ delivered_kwh }) => delivered_kwh !== null);
  const note = t(`narrative.${isPartly ? "partly" : "unmeasured"}`);
  const planned = together(sumChanges(controls.map(toPlanned)));
  const plan = planned
    ? t(`narrative.plan.${planned.key}`, { ...planned.amounts, count } as never)
    : t("narrative.plan.nothing");
  return { lead: requests, details: [note, plan], whys, newest };
}
