import type { AdviceInterval, ControlEffect, ControlExclusion } from "../../lib/contract/index.ts";
import { floorMinute, floorQuarter, getIspParts, ispNumber } from "../../lib/time/amsterdam.ts";
import {
  getExportPrice,
  isGateClosed,
  type IspKnowledge,
  type RuleWindow,
} from "../engine/rule.ts";
import {
  addToTerms,
  assessWindow,
  scaleTerms,
  valueIsp,
  type Assessment,
  type IspEffect,
} from "../engine/rule-value.ts";
import { toMilliwattHours } from "../engine/value.ts";
import type { Db } from "../store/store.ts";
import { computeEffects } from "./location-effects.ts";
import { computeSureDeltas } from "./control-certainty.ts";
import { withPlans, type Draft, type Outcome } from "./control.ts";
import type { RuleMarket } from "./rule-market.ts";
import type { AdviceDeps, Evaluation, RuleSubject } from "./rule-windows.ts";
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
  const planned = getIspParts(draft.fromMs, draft.toMs).map(({ fromMs, toMs }, i) => {
    const isp = isps.get(floorQuarter(fromMs))!;
    const contracts = market.emptyEffects(isp.startMs, nowMs) ?? [];
    const effect = { curtailed: 0, contracts };
    for (const { stored, beforeKw, afterKw } of effects) {
      const without = toMilliwattHours(beforeKw[i] || 0, toMs - fromMs);
      const withControl = toMilliwattHours(afterKw[i] || 0, toMs - fromMs);
      if (without === withControl) continue;
      effect.curtailed += without - withControl;
      const terms = contracts[market.getTermsIndex(stored)];
      if (terms) addToTerms(terms, without, withControl);
    }
    return { isp, effect };
  });
  const assessment = assessWindow(conditions, planned);
  const sure = getSure(planned, outcome, sureKw);
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
function isCrossing({ isp, effect }: { isp: IspKnowledge; effect: IspEffect }): boolean {
  const { injection, sold } = isp;
  if (!isGateClosed(isp) || injection === undefined || sold === undefined) return false;
  return injection > sold && injection - effect.curtailed < sold;
}

const scale = ({ curtailed, contracts }: IspEffect, share: number): IspEffect => ({
  curtailed: Math.round(curtailed * share),
  contracts: contracts.map((one) => scaleTerms(one, share)),
});

/**
 * What a control amounts to at the unfavourable end of the forecast band. The gain is that of less
 * energy, not a share of the gain: at dual prices the first kWh may be worth more than the last.
 */
function getSure(
  planned: readonly { isp: IspKnowledge; effect: IspEffect }[],
  { results }: Pick<Outcome, "results">,
  sureKw: readonly number[],
): { kwh: number; gain: number } {
  const sure = { kwh: 0, gain: 0 };
  for (const [i, { isp, effect }] of planned.entries()) {
    const { delta } = results[i]!;
    const share = delta === 0 ? 0 : sureKw[i]! / delta;
    const certain = scale(effect, share);
    const value = valueIsp(isp, certain);
    sure.kwh += toKwh(certain.curtailed);
    if ("supplier" in value) sure.gain += value.supplier;
  }
  return sure;
}

function toInterval(
  isp: IspKnowledge,
  effect: IspEffect,
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
