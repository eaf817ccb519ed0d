import type { AdviceInterval, ControlEffect, ControlExclusion } from "../../lib/contract/index.ts";
import { floorMinute, ispNumber } from "../../lib/time/amsterdam.ts";
import {
  getExportPrice,
  isGateClosed,
  type IspKnowledge,
  type RuleWindow,
} from "../engine/rule.ts";
import {
  assessWindow,
  valueIsp,
  type Assessment,
  type ValuedEffect,
} from "../engine/rule-value.ts";
import type { Db } from "../store/store.ts";
import { computeEffects } from "./location-effects.ts";
import { computeSureDeltas } from "./control-certainty.ts";
import { withPlans, type Draft, type Outcome } from "./control.ts";
import type { RuleMarket } from "./rule-market.ts";
import type { AdviceDeps, Evaluation, RuleSubject } from "./rule-windows.ts";
import { valueWindow, type PlannedIsp } from "./window-value.ts";
import { toEur, toKwh, toRoundedKwh } from "./value-amounts.ts";

const iso = (ms: number) => new Date(ms).toISOString();

/** A window that a rule found, with what it is expected to be worth. */
export interface AdvisedWindow extends RuleWindow {
  assessment: Assessment;
  isGateClosed: boolean;
  /** Whether the control turns a surplus of the zone into a shortage in an ISP after gate closure. */
  crossesPosition: boolean;
  /** Curtailed energy at the unfavourable end of the forecast band, in kWh, and its gain in micro-euros. */
  sure: { kwh: number; gain: number };
  locations: number;
  excluded: ControlExclusion[];
  results: ControlEffect[];
  intervals: AdviceInterval[];
}

/** Plans a control for a window, and says what it is worth by what is known. */
export async function adviseWindow(
  db: Db,
  { fleet }: AdviceDeps,
  { conditions, target }: RuleSubject,
  { market, isps }: Evaluation,
  window: RuleWindow,
  nowMs: number,
): Promise<AdvisedWindow> {
  const draft: Draft = {
    type: window.type,
    target,
    fromMs: Math.max(window.fromMs, floorMinute(nowMs)),
    toMs: window.toMs,
  };
  const { outcome, effects, sureKw } = await withPlans(db, fleet, draft, nowMs, async (plans) => {
    const computed = await computeEffects(db, plans, draft, nowMs);
    return { ...computed, sureKw: computeSureDeltas(plans, draft, computed.outcome, nowMs) };
  });
  const shares = outcome.results.map(({ delta }, i) => (delta === 0 ? 0 : sureKw[i]! / delta));
  const planned = await valueWindow(draft, { terms: market.terms, isps }, effects, {
    shares,
    nowMs,
  });
  const assessment = assessWindow(conditions, planned);
  const sure = getSure(planned);
  return {
    ...window,
    fromMs: draft.fromMs,
    assessment,
    isGateClosed: planned.some(({ isp }) => isGateClosed(isp)),
    crossesPosition: planned.some(isCrossing),
    sure,
    locations: outcome.locations,
    excluded: outcome.excluded,
    results: outcome.results,
    intervals: planned.flatMap(({ isp, effect }, i) => toInterval(isp, effect, outcome, i, market)),
  };
}

/** Whether a control turns the zone's surplus into a shortage, so that both imbalance prices count. */
function isCrossing({ isp, effect }: PlannedIsp): boolean {
  const { injection, sold } = isp;
  if (!isGateClosed(isp) || injection === undefined || sold === undefined) return false;
  return injection > sold && injection - effect.curtailed < sold;
}

/** What a control amounts to at the unfavourable end of the forecast band. */
function getSure(planned: readonly PlannedIsp[]): { kwh: number; gain: number } {
  const sum = { kwh: 0, gain: 0 };
  for (const { isp, sure } of planned) {
    const value = valueIsp(isp, sure);
    sum.kwh += toKwh(sure.curtailed);
    if ("supplier" in value) sum.gain += value.supplier;
  }
  return sum;
}

function toInterval(
  isp: IspKnowledge,
  effect: ValuedEffect,
  { results }: Pick<Outcome, "results">,
  i: number,
  { inputs }: RuleMarket,
): AdviceInterval[] {
  const price = getExportPrice(isp);
  if ("missing" in price) return [];
  const at = { asOfMs: isp.atMs, isStrict: true };
  const version = inputs.getPrice(price.market, isp.startMs, at)!;
  const value = valueIsp(isp, effect);
  return [
    {
      time_from: results[i]!.time_from,
      time_to: results[i]!.time_to,
      isp: ispNumber(isp.startMs),
      market: price.market === "dayAhead" ? "day_ahead" : price.market,
      eur_per_mwh: version.eurPerMwh,
      import_eur_per_mwh: isp.importPrice === undefined ? null : isp.importPrice / 1e3,
      source: version.source,
      known_at: iso(version.vintageMs),
      volume_kwh: toRoundedKwh(effect.curtailed),
      gain_eur: "supplier" in value ? toEur(value.supplier) : 0,
    },
  ];
}
