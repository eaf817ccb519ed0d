import { floorQuarter, getIspParts } from "../../lib/time/amsterdam.ts";
import { EffectSums, scaleSum, valueSum } from "../engine/effect-sums.ts";
import type { IspKnowledge } from "../engine/rule.ts";
import type { ValuedEffect } from "../engine/rule-value.ts";
import { toMilliwattHours } from "../engine/value.ts";
import type { LocationEffect } from "./location-effects.ts";
import type { RuleTerms } from "./rule-terms.ts";
import { Turns } from "./turns.ts";

const SUMS_AT_ONCE = 500_000;

interface Basis {
  shares: readonly number[];
  nowMs: number;
  sumsAtOnce?: number;
}

/** What a planned control is worth in a part of its window. */
export interface PlannedIsp {
  isp: IspKnowledge;
  effect: ValuedEffect;
  /**
   * The same at the unfavourable end of the forecast band: what less energy is worth, and not a share of
   * the worth, because at dual prices the first kWh may be worth more than the last.
   */
  sure: ValuedEffect;
}

/**
 * What a planned control is worth in each part of its window by what is known; other work gets turns.
 * @param shares which part of the energy is sure, for each part of the window
 * @param sumsAtOnce sums of terms that are held at once
 */
export async function valueWindow(
  { fromMs, toMs }: { fromMs: number; toMs: number },
  { terms, isps }: { terms: RuleTerms; isps: ReadonlyMap<number, IspKnowledge> },
  effects: readonly LocationEffect[],
  { shares, nowMs, sumsAtOnce = SUMS_AT_ONCE }: Basis,
): Promise<PlannedIsp[]> {
  const parts = getIspParts(fromMs, toMs);
  const indices = Uint32Array.from(effects, ({ stored }) => terms.getIndex(stored));
  const step = Math.max(1, Math.floor(sumsAtOnce / terms.count));
  const planned: PlannedIsp[] = [];
  const turns = new Turns();
  for (let first = 0; first < parts.length; first += step) {
    const some = parts.slice(first, first + step);
    const sums = new EffectSums(some.length, terms.count);
    for (const [n, { beforeKw, afterKw }] of effects.entries()) {
      for (let i = 0; i < some.length; i++) {
        const partMs = some[i]!.toMs - some[i]!.fromMs;
        const without = toMilliwattHours(beforeKw[first + i] || 0, partMs);
        const withControl = toMilliwattHours(afterKw[first + i] || 0, partMs);
        if (without !== withControl) sums.add(i, indices[n]!, without, withControl);
      }
      if (turns.isOver(n)) await turns.next();
    }
    for (const [i, part] of some.entries()) {
      const isp = isps.get(floorQuarter(part.fromMs))!;
      const prices = terms.getPrices(isp.startMs, nowMs) ?? [];
      const sum = sums.get(i);
      const sure = scaleSum(sum, shares[first + i]!);
      planned.push({ isp, effect: valueSum(sum, prices), sure: valueSum(sure, prices) });
      if (turns.isOver()) await turns.next();
    }
  }
  return planned;
}
