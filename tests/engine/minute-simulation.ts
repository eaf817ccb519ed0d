import { MINUTE_MS, QUARTER_MS } from "../../lib/time/amsterdam.ts";
import {
  minutePlan,
  activeControl,
  type PlannedControl,
} from "../../service/engine/simulate-plan.ts";
import { toPlant } from "../../service/engine/site-model.ts";
import type { Situation } from "./sites.ts";

/**
 * A site's plan over `[fromMs, toMs)` one minute after another, with nothing skipped: net injection
 * of each minute in kW, and what the batteries hold at the end.
 */
export function byMinute(
  { site, expected, storedKwh }: Situation,
  inForce: readonly PlannedControl[],
  fromMs: number,
  toMs: number,
): { injectionKw: number[]; storedKwh: number[] } {
  const stored = [...storedKwh];
  const injectionKw: number[] = [];
  for (let ms = fromMs; ms < toMs; ms += MINUTE_MS) {
    const quarter = Math.floor((ms - expected.startMs) / QUARTER_MS);
    const [pv, load] = [expected.pvKw[quarter]!, expected.loadKw[quarter]!];
    const mode = activeControl(inForce, ms)?.type ?? null;
    injectionKw.push(minutePlan(toPlant(site), mode, pv, load, stored).injectionKw);
  }
  return { injectionKw, storedKwh: stored };
}
