import { DAY_MS, getLocalDay, localDate, offsetAt, QUARTER_MS } from "../../lib/time/amsterdam.ts";
import type { ForesightValue } from "../engine/perfect-foresight.ts";
import { EffectSums, type EffectSum, type ReachColumns } from "../engine/replay-effects.ts";
import type { ReplayPast } from "../engine/rule-replay.ts";
import { scaleTerms, valueIsp, type IspEffect } from "../engine/rule-value.ts";
import { getControlTypes, type RuleConditions, type RuleControlType } from "../engine/rule.ts";
import type { Site } from "../engine/site.ts";
import { getGateClosure } from "../engine/value.ts";
import { CONTROLLED } from "../store/location-days.ts";
import { readPackedDays, sortLocationIds, type PackedDay } from "../store/read-days.ts";
import type { Db } from "../store/store.ts";
import type { Member } from "./fleet-entries.ts";
import type { RuleMarket } from "./rule-market.ts";

/** Location days read at once: some megabytes. */
const DAYS_AT_ONCE = 10_000;
/** Locations that a larger target's forecasts and perfect foresight are made from. */
const MAX_SAMPLE = 500;
/** A battery counts with the power at which it is filled in this time: it is filled only once. */
const BATTERY_HOURS = 4;

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

/** What a control can change at a location, in kW. */
interface Reach {
  terms: number;
  panelsKw: number;
  batteryKw: number;
  /** The power at which its batteries are filled in `BATTERY_HOURS`. */
  fillKw: number;
}

function toReach(site: Site, terms: number): Reach {
  const reach = { terms, panelsKw: 0, batteryKw: 0, fillKw: 0 };
  for (const { controllable, inverterKw } of site.panels)
    if (controllable) reach.panelsKw += inverterKw;
  for (const { controllable, capacityKwh, floorKwh, powerKw, efficiency } of site.batteries) {
    if (!controllable) continue;
    reach.batteryKw += powerKw;
    reach.fillKw += (capacityKwh - floorKwh) / efficiency / BATTERY_HOURS;
  }
  return reach;
}

const toColumns = (reaches: readonly Reach[]): ReachColumns => ({
  terms: Uint16Array.from(reaches, ({ terms }) => terms),
  panelsKw: Float64Array.from(reaches, ({ panelsKw }) => panelsKw),
  batteryKw: Float64Array.from(reaches, ({ batteryKw }) => batteryKw),
  fillKw: Float64Array.from(reaches, ({ fillKw }) => fillKw),
});

const isSame = (a: readonly string[], b: readonly string[]): boolean =>
  a.length === b.length && a.every((id, i) => id === b[i]);

/** The interval of a day (from 0) that starts then. */
const indexOf = (day: string, ms: number): number =>
  Math.round((ms - getLocalDay(day).startMs) / QUARTER_MS);

/** The candidates of a local day: the first in the sums, and their intervals of the day. */
interface CandidateDay {
  day: string;
  slot: number;
  indices: number[];
}

function toDays(candidates: readonly number[]): CandidateDay[] {
  const days: CandidateDay[] = [];
  for (const [slot, ms] of candidates.entries()) {
    const day = localDate(ms);
    if (days.at(-1)?.day !== day) days.push({ day, slot, indices: [] });
    days.at(-1)!.indices.push(indexOf(day, ms));
  }
  return days;
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
  private readonly earlier = new Map<string, TermsSum>();
  private readonly foresight = new Map<string, ForesightValue>();

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
    this.slots = new Map(candidates.map((ms, slot) => [ms, slot]));
  }

  /** Reads the days of the candidates, and all days at a sample. @returns the size of the sample */
  async read(
    db: Db,
    members: readonly Member[],
    { firstMs, toMs }: { firstMs: number; toMs: number },
  ): Promise<number> {
    const reaches = new Map(
      members.map(({ stored, site }) => [
        stored.locationId,
        toReach(site, this.market.getTermsIndex(stored)),
      ]),
    );
    const ids = await sortLocationIds(db, [...reaches.keys()]);
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
      for (const type of this.types) {
        const sums = new EffectSums(type, at.length, indices.length);
        sums.add(columns, day, { slot: 0, at }, CONTROLLED);
        for (const [slot, index] of at.entries()) {
          const ms = startMs + (index + day.first) * QUARTER_MS;
          const sum = { ...scaleSum(sums.get(slot)!, scale), indices };
          if (needed.has(ms)) this.earlier.set(`${type} ${ms}`, sum);
          const value = this.valueForesight(ms, this.sumOf(type, ms) ?? sum);
          this.foresight.set(`${type} ${ms}`, value);
        }
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
    return (
      prices && {
        curtailed: sum.curtailed,
        contracts: sum.terms.map((terms, i) => ({ ...terms, prices: prices[i]! })),
      }
    );
  }

  private valueForesight(ispMs: number, sum: TermsSum): ForesightValue {
    const { nowMs, knowFinal } = this.context;
    const effect = this.toEffect(ispMs, nowMs, sum);
    if (!effect) return NO_GAIN;
    const gainAt = (decidedMs: number) => {
      const value = valueIsp(knowFinal(ispMs, decidedMs), effect);
      return "supplier" in value ? value.supplier : 0;
    };
    return { beforeGate: gainAt(getGateClosure(ispMs) - 1), afterGate: gainAt(ispMs) };
  }

  /** What a control gained in an ISP; nothing where something is missing for that. */
  getForesight(type: RuleControlType, ispMs: number): ForesightValue {
    return this.foresight.get(`${type} ${ispMs}`) ?? NO_GAIN;
  }

  /** The effect expected at a moment; or the measured one with the final prices if it is null. */
  get(type: RuleControlType, ispMs: number, atMs: number | null): IspEffect | null {
    const sum =
      atMs === null
        ? this.sumOf(type, ispMs)
        : this.earlier.get(`${type} ${getEarlierIsp(ispMs, atMs)}`);
    return sum ? this.toEffect(ispMs, atMs ?? this.context.nowMs, sum) : null;
  }
}

const scaleSum = ({ curtailed, terms }: EffectSum, scale: number): EffectSum =>
  scale === 1
    ? { curtailed, terms }
    : {
        curtailed: Math.round(curtailed * scale),
        terms: terms.map((one) => scaleTerms(one, scale)),
      };

/** A day of locations, with what controls can change there. */
interface ReachDay {
  columns: ReachColumns;
  day: PackedDay;
  slot: number;
  /** The intervals of the packed day that count. */
  at: number[];
}

/** Reads days of these locations; the next days while some are summed. */
async function* readDays(
  db: Db,
  ids: readonly string[],
  days: readonly CandidateDay[],
  reaches: ReadonlyMap<string, Reach>,
): AsyncGenerator<ReachDay, void> {
  const step = Math.max(1, Math.floor(DAYS_AT_ONCE / Math.max(1, ids.length)));
  const byDay = new Map(days.map((one) => [one.day, one]));
  const readFrom = (i: number) => {
    const some = days.slice(i, i + step);
    const indices = some.flatMap((one) => one.indices);
    const first = indices.reduce((a, b) => Math.min(a, b));
    const count = indices.reduce((a, b) => Math.max(a, b)) - first + 1;
    const names = some.map(({ day }) => day);
    return readPackedDays(db, ids, names, { first, count });
  };
  let columns = toColumns([]);
  let columnIds: readonly string[] = [];
  let next = days.length > 0 ? readFrom(0) : null;
  for (let i = step; next; i += step) {
    const found: PackedDay[] = await next;
    next = i < days.length ? readFrom(i) : null;
    // A failure is thrown where it is awaited.
    next?.catch(() => undefined);
    for (const day of found) {
      if (!isSame(columnIds, day.locationIds)) {
        columnIds = day.locationIds;
        columns = toColumns(columnIds.map((id) => reaches.get(id)!));
      }
      const { slot, indices } = byDay.get(day.day)!;
      yield { columns, day, slot, at: indices.map((index) => index - day.first) };
    }
  }
}
