import { byState, wasCalledOff } from "@/lib/controls/control-state.ts";
import { toMillis } from "@/lib/time/instant.ts";
import type { OwnControl } from "@/lib/contract/locations.ts";
import { isOverruledWholly } from "./control-precedence.ts";
import { hasNoEffect, isPast } from "./control-narrative.ts";

/**
 * Controls as customers read them at a moment (ms): what is under way or to come, the next one
 * first, then what is over, the latest first. One that was called off stays where it was expected
 * until it would have ended; one that newer ones among `among` replace wholly is over.
 */
export function toldOrder(
  controls: readonly OwnControl[],
  now: number,
  among: readonly OwnControl[] = controls,
) {
  const { active, scheduled, ended } = byState(controls, now);
  const isAhead = (control: OwnControl) => wasCalledOff(control) && now < toMillis(control.time_to);
  const isOver = (control: OwnControl) =>
    !wasCalledOff(control) && (isOverruledWholly(control, among) || isPast(control, among, now));
  const ahead = [...scheduled, ...ended.filter(isAhead)].filter((control) => !isOver(control));
  ahead.sort((a, b) => toMillis(a.time_from) - toMillis(b.time_from));
  const overEarly = [...active, ...scheduled].filter(isOver).reverse();
  return {
    coming: [...active.filter((control) => !isOver(control)), ...ahead],
    earlier: [...overEarly, ...ended.filter((control) => !isAhead(control))],
  };
}

/** The latest `max` that changed something, and those as recent that did not. */
export function byEffect(
  earlier: readonly OwnControl[],
  among: readonly OwnControl[],
  max = Number.POSITIVE_INFINITY,
) {
  const effective: OwnControl[] = [];
  const without: OwnControl[] = [];
  for (const control of earlier) {
    if (hasNoEffect(control, among)) without.push(control);
    else if (effective.length < max) effective.push(control);
    else break;
  }
  return { effective, without };
}
