import { sumEffectsKwh } from "@/lib/energy/energy.ts";
import { floorQuarter, QUARTER_MS } from "@/lib/time/amsterdam.ts";
import { toMillis } from "@/lib/time/instant.ts";
import type { ControlEffect, ControlShift } from "@/lib/contract/controls.ts";
import type { Labels } from "./control-view-model.ts";

/** Most of a rebound; the rest is its tail. */
const MAIN_SHARE = 0.9;

/**
 * When 90 % of a rebound is over (ms), of its changes up and down together; null where there is none. A
 * few batteries may need days for the rest.
 */
export function reboundUntil(rebound: readonly ControlShift[]): number | null {
  const change = ({ delta }: ControlShift) => Math.abs(delta);
  let leftKwh = sumEffectsKwh(rebound, change) * MAIN_SHARE;
  if (leftKwh === 0) return null;
  const last = rebound.find((shift) => (leftKwh -= sumEffectsKwh([shift], change)) <= 0);
  return toMillis((last ?? rebound.at(-1)!).time_to);
}

/** A change below this share of the window's largest change is hardly seen in a chart. */
const VISIBLE_SHARE = 0.02;

/**
 * Until when a chart draws a control (ms): the end of its window, or of the last change after it that is
 * seen beside those in the window, within 90 % of the rebound.
 */
export function reboundVisibleUntil(
  effects: readonly ControlEffect[],
  rebound: readonly ControlShift[],
): number | undefined {
  const until = reboundUntil(rebound);
  const end = effects.at(-1);
  if (until === null || !end) return until ?? undefined;
  const largestKw = Math.max(...effects.map(({ delta }) => Math.abs(delta)));
  const last = rebound.findLast(
    ({ time_to, delta }) =>
      toMillis(time_to) <= until && Math.abs(delta) >= VISIBLE_SHARE * largestKw,
  );
  return toMillis((last ?? end).time_to);
}

/** Energy that changes no figure, in kWh. */
const NOTHING_KWH = 0.005;

/**
 * What batteries do after a control, in a sentence; null where they do nothing. A change in the first
 * quarter-hour alone is that of devices which return to normal.
 */
export function describeBatteryRebound(
  timeTo: string,
  rebound: readonly ControlShift[],
  { t, f }: Labels,
): string | null {
  const until = reboundUntil(rebound);
  const kwh = sumEffectsKwh(rebound);
  if (until === null || Math.abs(kwh) < NOTHING_KWH) return null;
  if (until <= floorQuarter(toMillis(timeTo)) + QUARTER_MS) return null;
  return t(kwh > 0 ? "preview.reboundDischarges" : "preview.reboundCharges", {
    end: f.time(timeTo),
    energy: f.kwh(Math.abs(kwh)),
    until: f.besideTime(until, timeTo),
  });
}
