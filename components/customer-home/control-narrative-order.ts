import { byState, wasCalledOff } from "@/lib/controls/control-state.ts";
import { toMillis } from "@/lib/time/instant.ts";
import type { OwnControl } from "@/lib/contract/locations.ts";

/**
 * Controls as customers read them at a moment (ms): what is under way or to come, the next one
 * first, then what is over, the latest first. One that was called off stays where it was expected
 * until it would have ended.
 */
export function toldOrder(controls: readonly OwnControl[], now: number) {
  const { active, scheduled, ended } = byState(controls, now);
  const isAhead = (control: OwnControl) => wasCalledOff(control) && now < toMillis(control.time_to);
  const ahead = [...scheduled, ...ended.filter(isAhead)];
  ahead.sort((a, b) => toMillis(a.time_from) - toMillis(b.time_from));
  return {
    coming: [...active, ...ahead],
    earlier: ended.filter((control) => !isAhead(control)),
  };
}
