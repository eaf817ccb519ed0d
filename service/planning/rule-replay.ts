import type { MissingAdviceInput } from "../../lib/contract/index.ts";
import {
  ceilQuarter,
  DAY_MS,
  floorQuarter,
  localDate,
  QUARTER_MS,
  startOfDay,
} from "../../lib/time/amsterdam.ts";
import { replaySteps, type Replay, type ReplayPast } from "../engine/rule-replay.ts";
import { isInHours, type IspKnowledge, type RuleConditions } from "../engine/rule.ts";
import { readChangedAreaDays } from "../store/location-days.ts";
import type { Db } from "../store/store.ts";
import type { Fleet } from "./fleet.ts";
import { areaItems } from "./history.ts";
import { getEarlierIsp, PastEffects } from "./past-effects.ts";
import { RuleMarket } from "./rule-market.ts";
import { RuleTerms } from "./rule-terms.ts";
import { findMissing, takesPart, type RuleSubject } from "./rule-windows.ts";
import { ValueInputs, type ContractPartner } from "./value-inputs.ts";
import { Turns } from "./turns.ts";

/** A replay, with what was missing for it. */
export interface ReplayReport extends Replay {
  locations: number;
  /** Locations that forecasts and perfect foresight were made from. */
  sampled: number;
  missing: MissingAdviceInput[];
  /** Customers whose terms were first recorded after decisions. */
  laterTermsCustomers: number;
}

/**
 * Runs a rule over a past period: the locations of its target as they are now, their measurements,
 * and prices, positions and contract terms as they were known at each decision.
 */
export async function replayPast(
  db: Db,
  { fleet, maxMs }: { fleet: Fleet; maxMs: number },
  { conditions, target, zone }: RuleSubject,
  { fromMs, toMs }: { fromMs: number; toMs: number },
  nowMs: number,
): Promise<ReplayReport> {
  const participants = (await fleet.sites(db, target)).filter(takesPart);
  const reachMs = conditions.noticeMs + maxMs + QUARTER_MS;
  const decisions = { nowMs, reachMs };
  const inputs = await ValueInputs.readWithoutPrices(
    db,
    zone,
    { fromMs, toMs },
    participants,
    decisions,
  );
  const market = new RuleMarket(inputs, await RuleTerms.group(inputs, participants, true));
  const reachDays = Math.ceil((conditions.noticeMs + maxMs) / DAY_MS) + 1;
  const firstMs = startOfDay(fromMs, -reachDays);
  const injection = await readZone(db, zone, firstMs, toMs);
  const know = (startMs: number, atMs: number) =>
    market.know(startMs, atMs, injection.get(getEarlierIsp(startMs, atMs)));
  const knowFinal = (startMs: number, decidedMs: number) =>
    market.knowSettled(startMs, decidedMs, { nowMs, injectionKwh: injection.get(startMs) });
  const candidates: number[] = [];
  const turns = new Turns();
  const atDecisions: IspKnowledge[] = [];
  // Day by day: of most ISPs only what is known now matters once their prices are compared.
  for (let dayMs = startOfDay(fromMs); dayMs < toMs; dayMs = startOfDay(dayMs, 1)) {
    const nextMs = startOfDay(dayMs, 1);
    await inputs.prices.read(dayMs, nextMs);
    const endMs = Math.min(nextMs, toMs);
    for (let ms = Math.max(dayMs, floorQuarter(fromMs)); ms < endMs; ms += QUARTER_MS) {
      atDecisions.push(know(ms, ceilQuarter(ms - conditions.noticeMs)));
      if (market.mayQualify(conditions, ms, decisions)) candidates.push(ms);
      else inputs.prices.reduceTo(ms, nowMs);
      if (turns.isOver()) await turns.next();
    }
  }
  const effects = new PastEffects(market, conditions, { candidates, maxMs, nowMs, knowFinal });
  const sampled = await effects.read(db, participants, { firstMs, toMs });
  const replay = await runInSteps(conditions, {
    fromMs,
    toMs,
    maxMs,
    candidates,
    know,
    knowFinal,
    getEffect: (type, startMs, atMs) => effects.get(type, startMs, atMs),
    getForesight: (type, startMs) =>
      isInHours(conditions, startMs) ? effects.getForesight(type, startMs) : null,
  });
  const missing = findMissing({ ...conditions, import: null }, atDecisions);
  const ends = [floorQuarter(fromMs), floorQuarter(toMs - 1)];
  const later = ends.flatMap((ms) =>
    market.terms.getPartnersWithLater(ms, ceilQuarter(ms - conditions.noticeMs)),
  );
  return {
    ...replay,
    locations: participants.length,
    sampled,
    missing: [...missing, ...getTermsGap(market, participants, ends)],
    laterTermsCustomers: countCustomers(market, participants, later),
  };
}

/** Runs a replay; other requests get a turn between its steps. */
async function runInSteps(conditions: RuleConditions, past: ReplayPast): Promise<Replay> {
  const steps = replaySteps(conditions, past);
  const turns = new Turns();
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
    if (turns.isOver()) await turns.next();
  }
}

/** The customers without terms in the first or the last ISP of a period. */
function getTermsGap(
  market: RuleMarket,
  participants: readonly ContractPartner[],
  ends: readonly number[],
): MissingAdviceInput[] {
  const without = ends.flatMap((ms) => market.terms.getPartnersWithout(ms, ms));
  const customers = countCustomers(market, participants, without);
  return customers === 0 ? [] : [{ what: "terms", intervals: 0, customers, time_from: null }];
}

/** The customers with the same terms as one of these partners. */
function countCustomers(
  { inputs: { getTermsKey } }: RuleMarket,
  participants: readonly ContractPartner[],
  partners: readonly ContractPartner[],
): number {
  const keys = new Set(partners.map(getTermsKey));
  const found = participants.filter((one) => keys.has(getTermsKey(one)));
  return new Set(found.map(({ customerId }) => customerId)).size;
}

/** The injection of a bidding zone in each ISP in kWh as measured; where it was not, as forecast then. */
async function readZone(db: Db, zone: string, fromMs: number, toMs: number) {
  const range = { id: zone, from: localDate(fromMs), to: localDate(toMs) };
  const days = await readChangedAreaDays(db, { kind: "bidding_zone", ...range }, []);
  const found = new Map<number, number>();
  for (const { values } of days)
    for (const { time, forecast, actual } of values ? areaItems(values, fromMs, toMs) : [])
      found.set(Date.parse(time), (actual ?? forecast) / 4);
  return found;
}
