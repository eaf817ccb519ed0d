import { DAY_MS, getLocalDay, offsetAt, QUARTER_MS } from "../../lib/time/amsterdam.ts";
import type { ForesightValue } from "../engine/perfect-foresight.ts";
import { EffectSums, type EffectSum } from "../engine/replay-effects.ts";
import type { ReplayPast } from "../engine/rule-replay.ts";
import { scaleTerms, valueContracts, valueIsp, type IspEffect } from "../engine/rule-value.ts";
import {
  getControlTypes,
  type IspKnowledge,
  type RuleConditions,
  type RuleControlType,
} from "../engine/rule.ts";
import { getGateClosure, type KwhPrices } from "../engine/value.ts";
import { CONTROLLED } from "../store/location-days.ts";
import type { Db } from "../store/store.ts";
import type { StoredSite } from "../store/sites.ts";
import { readDays, toDays, toReach, type Reach } from "./past-days.ts";
import type { RuleMarket } from "./rule-market.ts";

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

/** The sums of an ISP, with which of the terms they are. */
interface TermsSum extends EffectSum {
  indices: readonly number[] | undefined;
}

/**
 * What controls would have changed in the ISPs of the past by the measurements: at all locations in
 * the candidates, and at a sample of a large target in all ISPs, for forecasts and perfect foresight.
 */
export class PastEffects {
  private readonly types: readonly RuleControlType[];
  private readonly sums: ReadonlyMap<RuleControlType, EffectSums>;
  private readonly slots: ReadonlyMap<number, number>;
  /** Sums of the sample, scaled to all locations, of the ISPs that forecasts may be made from. */
  private readonly earlier: ReadonlyMap<RuleControlType, Map<number, TermsSum>>;
  private readonly foresight: ReadonlyMap<RuleControlType, Map<number, ForesightValue>>;

  constructor(
    private readonly market: RuleMarket,
    private readonly conditions: RuleConditions,
    private readonly context: EffectContext,
  ) {
    this.types = getControlTypes(conditions);
    const { candidates } = context;
    const create = (type: RuleControlType) =>
      new EffectSums(type, candidates.length, market.termsCount);
    this.sums = new Map(this.types.map((type) => [type, create(type)]));
    this.earlier = new Map(this.types.map((type) => [type, new Map()]));
    this.foresight = new Map(this.types.map((type) => [type, new Map()]));
    this.slots = new Map(candidates.map((ms, slot) => [ms, slot]));
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
        toReach(stored.site, this.market.getTermsIndex(stored)),
      ]),
    );
    const ids = [...reaches.keys()].toSorted((a, b) => (a < b ? -1 : 1));
    const every = Math.max(1, Math.ceil(ids.length / MAX_SAMPLE));
    const sample = ids.filter((_, i) => i % every === 0);
    const days = toDays(this.context.candidates);
    for await (const { columns, day, slot, at } of readDays(db, ids, days, reaches))
      for (const sums of this.sums.values()) sums.add(columns, day, { slot, at }, CONTROLLED);
    await this.readSample(db, sample, reaches, { firstMs, toMs });
    return sample.length;
  }

  private async readSample(
    db: Db,
    sample: readonly string[],
    all: ReadonlyMap<string, Reach>,
    { firstMs, toMs }: { firstMs: number; toMs: number },
  ): Promise<void> {
    const indices = [...new Set(sample.map((id) => all.get(id)!.terms))];
    const compact = new Map(indices.map((index, i) => [index, i]));
    const reaches = new Map(
      sample.map((id) => [id, { ...all.get(id)!, terms: compact.get(all.get(id)!.terms)! }]),
    );
    const scale = sample.length === 0 ? 1 : all.size / sample.length;
    const isps: number[] = [];
    for (let ms = firstMs; ms < toMs; ms += QUARTER_MS) isps.push(ms);
    const needed = this.getNeeded();
    for await (const { columns, day, at } of readDays(db, sample, toDays(isps), reaches)) {
      const { startMs } = getLocalDay(day.day);
      const ofTypes = this.types.map((type) => {
        const sums = new EffectSums(type, at.length, indices.length);
        sums.add(columns, day, { slot: 0, at }, CONTROLLED);
        return { type, sums };
      });
      for (const [slot, position] of at.entries()) {
        const ms = startMs + day.indices[position]! * QUARTER_MS;
        const found = ofTypes.map(({ type, sums }) => {
          const sum = { ...scaleSum(sums.get(slot)!, scale), indices };
          if (needed.has(ms)) this.earlier.get(type)!.set(ms, sum);
          return { type, sum: this.sumOf(type, ms) ?? sum };
        });
        this.valueForesight(ms, found);
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

  /** The sums of a candidate at all locations. */
  private sumOf(type: RuleControlType, ispMs: number): TermsSum | null {
    const slot = this.slots.get(ispMs);
    const sum = slot === undefined ? null : this.sums.get(type)!.get(slot);
    return sum && { ...sum, indices: undefined };
  }

  private toEffect(ispMs: number, atMs: number, sum: TermsSum): IspEffect | null {
    const prices = this.market.getContractPrices(ispMs, atMs, sum.indices);
    return prices && joinPrices(sum, prices);
  }

  /** Values an ISP for perfect foresight: its prices and its knowledge are the same for all types. */
  private valueForesight(
    ispMs: number,
    found: readonly { type: RuleControlType; sum: TermsSum }[],
  ): void {
    const { nowMs, knowFinal } = this.context;
    const beforeGate = knowFinal(ispMs, getGateClosure(ispMs) - 1);
    const afterGate = knowFinal(ispMs, ispMs);
    const [first] = found;
    const prices = this.market.getContractPrices(ispMs, nowMs, first?.sum.indices);
    for (const { type, sum } of found) {
      const effect = prices && joinPrices(sum, prices);
      if (!effect) continue;
      const paid = valueContracts(effect.contracts);
      const gainOf = (isp: IspKnowledge) => {
        const value = valueIsp(isp, effect, paid);
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
  get(type: RuleControlType, ispMs: number, atMs: number | null): IspEffect | null {
    const sum =
      atMs === null
        ? this.sumOf(type, ispMs)
        : this.earlier.get(type)!.get(getEarlierIsp(ispMs, atMs));
    return sum ? this.toEffect(ispMs, atMs ?? this.context.nowMs, sum) : null;
  }
}

const joinPrices = ({ curtailed, terms }: EffectSum, prices: readonly KwhPrices[]): IspEffect => ({
  curtailed,
  contracts: terms.map((one, i) => ({ ...one, prices: prices[i]! })),
});

const scaleSum = ({ curtailed, terms }: EffectSum, scale: number): EffectSum =>
  scale === 1
    ? { curtailed, terms }
    : {
        curtailed: Math.round(curtailed * scale),
        terms: terms.map((one) => scaleTerms(one, scale)),
      };
