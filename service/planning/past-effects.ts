import { DAY_MS, getLocalDay, offsetAt, QUARTER_MS } from "../../lib/time/amsterdam.ts";
import type { ForesightValue } from "../engine/perfect-foresight.ts";
import { EffectSums, scaleSum, valueSum, type EffectSum } from "../engine/effect-sums.ts";
import { addDay } from "../engine/replay-effects.ts";
import type { ReplayPast } from "../engine/rule-replay.ts";
import { valueIsp, type ValuedEffect } from "../engine/rule-value.ts";
import {
  getControlTypes,
  type IspKnowledge,
  type RuleConditions,
  type RuleControlType,
} from "../engine/rule.ts";
import { getGateClosure } from "../engine/value.ts";
import { CONTROLLED } from "../store/location-days.ts";
import type { Db } from "../store/store.ts";
import type { StoredSite } from "../store/sites.ts";
import type { PackedDay } from "../store/read-days.ts";
import { readDays, toDays, toReach, type Reach, type ReachDay } from "./past-days.ts";
import type { RuleMarket } from "./rule-market.ts";
import { Turns } from "./turns.ts";

/** Values that are summed before others get a turn. */
const VALUES_PER_TURN = 500_000;
/** Locations that a larger target's forecasts and perfect foresight are made from. */
const MAX_SAMPLE = 500;

/**
 * The same quarter-hour by the local clock, on the last day on which it was over at a moment. What was
 * measured then is the forecast of a replay: those of the past were not stored when decisions were due.
 */
export function getEarlierIsp(startMs: number, atMs: number): number {
  for (let days = 1; ; days++) {
    const sameMs = startMs - days * DAY_MS;
    const earlierMs = sameMs + offsetAt(startMs) - offsetAt(sameMs);
    if (earlierMs + QUARTER_MS <= atMs) return earlierMs;
  }
}

const NO_GAIN: ForesightValue = { beforeGate: 0, afterGate: 0 };

interface EffectContext {
  candidates: readonly number[];
  maxMs: number;
  nowMs: number;
  knowFinal: ReplayPast["knowFinal"];
}

/**
 * What controls would have changed in the ISPs of the past by the measurements: at all locations in
 * the candidates, and at a sample of a large target in all ISPs, for forecasts and perfect foresight.
 */
export class PastEffects {
  private readonly types: readonly RuleControlType[];
  /** Of the candidates, by the final contract prices. */
  private readonly measured: ReadonlyMap<RuleControlType, Map<number, ValuedEffect>>;
  /** Sums of the sample, scaled to all locations, of the ISPs that forecasts may be made from. */
  private readonly earlier: ReadonlyMap<RuleControlType, Map<number, EffectSum>>;
  /** The terms of the sample. */
  private sampled: readonly number[] = [];
  private readonly foresight: ReadonlyMap<RuleControlType, Map<number, ForesightValue>>;

  constructor(
    private readonly market: RuleMarket,
    private readonly conditions: RuleConditions,
    private readonly context: EffectContext,
  ) {
    this.types = getControlTypes(conditions);
    this.measured = new Map(this.types.map((type) => [type, new Map()]));
    this.earlier = new Map(this.types.map((type) => [type, new Map()]));
    this.foresight = new Map(this.types.map((type) => [type, new Map()]));
  }

  /** Reads the days of the candidates, and all days at a sample. @returns the size of the sample */
  async read(
    db: Db,
    sites: readonly StoredSite[],
    { firstMs, toMs }: { firstMs: number; toMs: number },
  ): Promise<number> {
    const reaches = new Map(
      sites.map((stored) => [
        stored.locationId,
        toReach(stored.site, this.market.terms.getIndex(stored)),
      ]),
    );
    const ids = [...reaches.keys()].toSorted((a, b) => (a < b ? -1 : 1));
    const every = Math.max(1, Math.ceil(ids.length / MAX_SAMPLE));
    const sample = ids.filter((_, i) => i % every === 0);
    for await (const day of readDays(db, ids, toDays(this.context.candidates), reaches))
      await this.valueCandidates(day);
    await this.readSample(db, sample, reaches, { firstMs, toMs });
    return sample.length;
  }

  /** Sums a day of all locations, and values it, so that sums of all terms are held of some ISPs only. */
  private async valueCandidates({ columns, day, at }: ReachDay): Promise<void> {
    const { count } = this.market.terms;
    const turns = new Turns();
    const width = Math.max(count, columns.terms.length);
    const step = Math.max(1, Math.floor(VALUES_PER_TURN / width));
    for (let i = 0; i < at.length; i += step) {
      const some = at.slice(i, i + step);
      const ofTypes = this.types.map((type) => {
        const sums = new EffectSums(some.length, count);
        addDay(sums, type, columns, day, some, CONTROLLED);
        return { type, sums };
      });
      for (const [slot, position] of some.entries()) {
        const ms = toIspStart(day, position);
        const prices = this.market.terms.getPrices(ms, this.context.nowMs);
        if (!prices) continue;
        for (const { type, sums } of ofTypes)
          this.measured.get(type)!.set(ms, valueSum(sums.get(slot), prices));
        if (turns.isOver()) await turns.next();
      }
    }
  }

  private async readSample(
    db: Db,
    sample: readonly string[],
    all: ReadonlyMap<string, Reach>,
    { firstMs, toMs }: { firstMs: number; toMs: number },
  ): Promise<void> {
    const indices = [...new Set(sample.map((id) => all.get(id)!.terms))];
    this.sampled = indices;
    const compact = new Map(indices.map((index, i) => [index, i]));
    const reaches = new Map(
      sample.map((id) => [id, { ...all.get(id)!, terms: compact.get(all.get(id)!.terms)! }]),
    );
    const scale = sample.length === 0 ? 1 : all.size / sample.length;
    const isps: number[] = [];
    for (let ms = firstMs; ms < toMs; ms += QUARTER_MS) isps.push(ms);
    const needed = this.getNeeded();
    const candidates = new Set(this.context.candidates);
    const { nowMs } = this.context;
    const turns = new Turns();
    for await (const { columns, day, at } of readDays(db, sample, toDays(isps), reaches)) {
      const ofTypes = this.types.map((type) => {
        const sums = new EffectSums(at.length, indices.length);
        addDay(sums, type, columns, day, at, CONTROLLED);
        return { type, sums };
      });
      for (const [slot, position] of at.entries()) {
        const ms = toIspStart(day, position);
        const prices = this.market.terms.getPrices(ms, nowMs, indices);
        const effects = ofTypes.map(({ type, sums }) => {
          const sum = scaleSum(sums.get(slot), scale);
          if (needed.has(ms)) this.earlier.get(type)!.set(ms, sum);
          const ofSample = prices && valueSum(sum, prices);
          const effect = candidates.has(ms) ? this.measured.get(type)!.get(ms) : ofSample;
          return { type, effect: effect ?? null };
        });
        if (prices) this.valueForesight(ms, effects);
        if (turns.isOver()) await turns.next();
      }
    }
  }

  /** The ISPs that forecasts of candidates may be made from, by when each may be decided. */
  private getNeeded(): Set<number> {
    const needed = new Set<number>();
    const { candidates, maxMs } = this.context;
    const reachMs = this.conditions.noticeMs + maxMs + DAY_MS;
    for (const ms of candidates)
      for (let atMs = ms; atMs > ms - reachMs; atMs -= DAY_MS / 2)
        needed.add(getEarlierIsp(ms, atMs));
    return needed;
  }

  /** Values an ISP for perfect foresight: what is known of it is the same for all types. */
  private valueForesight(
    ispMs: number,
    effects: readonly { type: RuleControlType; effect: ValuedEffect | null }[],
  ): void {
    const { knowFinal } = this.context;
    const beforeGate = knowFinal(ispMs, getGateClosure(ispMs) - 1);
    const afterGate = knowFinal(ispMs, ispMs);
    for (const { type, effect } of effects) {
      if (!effect) continue;
      const gainOf = (isp: IspKnowledge) => {
        const value = valueIsp(isp, effect);
        return "supplier" in value ? value.supplier : 0;
      };
      const value = { beforeGate: gainOf(beforeGate), afterGate: gainOf(afterGate) };
      this.foresight.get(type)!.set(ispMs, value);
    }
  }

  /** What a control gained in an ISP; nothing where something is missing for that. */
  getForesight(type: RuleControlType, ispMs: number): ForesightValue {
    return this.foresight.get(type)?.get(ispMs) ?? NO_GAIN;
  }

  /** The effect expected at a moment; or the measured one with the final prices if it is null. */
  get(type: RuleControlType, ispMs: number, atMs: number | null): ValuedEffect | null {
    if (atMs === null) return this.measured.get(type)!.get(ispMs) ?? null;
    const sum = this.earlier.get(type)!.get(getEarlierIsp(ispMs, atMs));
    const prices = sum && this.market.terms.getPrices(ispMs, atMs, this.sampled);
    return prices ? valueSum(sum, prices) : null;
  }
}

const toIspStart = ({ day, indices }: PackedDay, position: number): number =>
  getLocalDay(day).startMs + indices[position]! * QUARTER_MS;
