import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { HOUR_MS, MINUTE_MS, QUARTER_MS } from "../../lib/time/amsterdam.ts";
import {
  cutToCap,
  findWindows,
  MAX_PRICE_AGE_MS,
  type IspKnowledge,
  type RuleConditions,
} from "../../service/engine/rule.ts";
import { assessWindow, valueIsp, valueTerms } from "../../service/engine/rule-value.ts";

/** Midnight in Amsterdam at the start of the day with 25 hours. */
const DAY = Date.parse("2026-10-24T22:00:00Z");

const rule = (more: Partial<RuleConditions> = {}): RuleConditions => ({
  export: { belowPrice: 0, type: "ZERO_EXPORT" },
  import: null,
  minMs: 0,
  minGain: 0,
  maxCustomerLoss: null,
  hours: [],
  maxMonthMs: null,
  noticeMs: 0,
  ...more,
});

const optional = <T>(arb: fc.Arbitrary<T>) => fc.option(arb, { nil: undefined, freq: 8 });
const eurPerMwh = fc.integer({ min: -200, max: 200 });
const kwh = fc.integer({ min: -3_000, max: 3_000 });

/** What is known of an ISP, in plain units. */
interface Plain {
  dayAhead?: number | undefined;
  surplus?: number | undefined;
  shortage?: number | undefined;
  sold?: number | undefined;
  injection?: number | undefined;
  importPrice?: number | undefined;
  ageHours: number;
}
const plain: fc.Arbitrary<Plain> = fc.record({
  dayAhead: optional(eurPerMwh),
  surplus: optional(eurPerMwh),
  shortage: optional(eurPerMwh),
  sold: optional(kwh),
  injection: optional(kwh),
  importPrice: optional(eurPerMwh),
  ageHours: fc.constantFrom(1, 1, 2, 3, 49),
});

function toKnowledge(one: Plain, startMs: number, atMs: number): IspKnowledge {
  const known = (eur: number | undefined) =>
    eur === undefined
      ? undefined
      : { price: eur * 1_000, vintageMs: atMs - one.ageHours * HOUR_MS };
  const scaled = (value: number | undefined, by: number) =>
    value === undefined ? undefined : value * by;
  return {
    startMs,
    atMs,
    prices: {
      dayAhead: known(one.dayAhead),
      surplus: known(one.surplus),
      shortage: known(one.shortage),
    },
    isDayComplete: one.dayAhead !== undefined,
    sold: scaled(one.sold, 1e6),
    injection: scaled(one.injection, 1e6),
    importPrice: scaled(one.importPrice, 1e3),
  };
}

/** The type of control for an ISP, read off the rule in words; null: none. */
function slowType(conditions: RuleConditions, one: Plain, isClosed: boolean): string | null {
  if (one.ageHours > (isClosed ? 2 : 48)) return null;
  let price: number | undefined;
  if (!isClosed) price = one.dayAhead;
  else if (one.sold === undefined || one.injection === undefined) return null;
  else price = one.injection > one.sold ? one.surplus : one.shortage;
  if (price === undefined) return null;
  const { export: exported, import: imported } = conditions;
  if (imported && one.importPrice === undefined) return null;
  if (imported && one.importPrice! * 1_000 < imported.belowPrice) return imported.type;
  return exported && price * 1_000 < exported.belowPrice ? exported.type : null;
}

describe("the windows of a rule", () => {
  it("are those of a slow reading of its conditions", () => {
    fc.assert(
      fc.property(
        fc.array(plain, { minLength: 1, maxLength: 60 }),
        fc.array(fc.nat(60)),
        fc.integer({ min: 0, max: 8 }),
        fc.integer({ min: 1, max: 12 }),
        fc.option(fc.integer({ min: -100, max: 100 })),
        fc.integer({ min: 0, max: 30 }),
        (isps, taken, minQuarters, maxQuarters, below, late) => {
          const conditions = rule({
            minMs: minQuarters * QUARTER_MS,
            import: below === null ? null : { belowPrice: below * 1_000, type: "MAX_CONSUMPTION" },
          });
          const nowMs = DAY + late * MINUTE_MS;
          const found = findWindows(
            conditions,
            isps.map((one, i) => toKnowledge(one, DAY + i * QUARTER_MS, nowMs)),
            {
              nowMs,
              maxMs: maxQuarters * QUARTER_MS,
              isTaken: (ms) => taken.includes((ms - DAY) / QUARTER_MS),
            },
          );
          const types = isps.map((one, i) =>
            taken.includes(i) ? null : slowType(conditions, one, true),
          );
          const slow: [string, number, number][] = [];
          for (let i = 0; i < types.length;) {
            let end = i + 1;
            while (end < types.length && types[end] === types[i] && end - i < maxQuarters) end++;
            const left = DAY + end * QUARTER_MS - Math.max(nowMs, DAY + i * QUARTER_MS);
            if (types[i] && left >= conditions.minMs) slow.push([types[i]!, i, end]);
            i = end;
          }
          const quarter = (ms: number) => (ms - DAY) / QUARTER_MS;
          expect(
            found.map(({ type, fromMs, toMs }) => [type, quarter(fromMs), quarter(toMs)]),
          ).toEqual(slow);
        },
      ),
      { numRuns: 500 },
    );
  });

  it("count local time in hours on the day with 25 hours: an hour of the clock is two there", () => {
    const low: Plain = { surplus: -1, sold: 0, injection: 1, ageHours: 1 };
    const isps = Array.from({ length: 100 }, (_, i) => toKnowledge(low, DAY + i * QUARTER_MS, DAY));
    const hours = [{ days: [0], fromMinute: 120, toMinute: 180 }];
    const found = findWindows(rule({ hours }), isps, {
      nowMs: DAY,
      maxMs: 24 * HOUR_MS,
      isTaken: () => false,
    });
    expect(found).toMatchObject([{ fromMs: DAY + 2 * HOUR_MS, toMs: DAY + 4 * HOUR_MS }]);
  });

  it("never lie where a price is missing or stale", () => {
    fc.assert(
      fc.property(fc.array(plain, { minLength: 1, maxLength: 40 }), (isps) => {
        const known = isps.map((one, i) => toKnowledge(one, DAY + i * QUARTER_MS, DAY));
        const options = { nowMs: DAY, maxMs: 4 * HOUR_MS, isTaken: () => false };
        for (const { fromMs, toMs } of findWindows(rule(), known, options))
          for (let ms = fromMs; ms < toMs; ms += QUARTER_MS) {
            const { prices, sold, injection } = known[(ms - DAY) / QUARTER_MS]!;
            const used = injection! > sold! ? prices.surplus : prices.shortage;
            expect(used!.price).toBeLessThan(0);
            expect(DAY - used!.vintageMs).toBeLessThanOrEqual(MAX_PRICE_AGE_MS.surplus);
          }
      }),
    );
  });

  it("are cut to what a month still allows, in quarter-hours", () => {
    const window = { type: "ZERO_EXPORT", fromMs: DAY, toMs: DAY + 2 * HOUR_MS } as const;
    const capped = rule({ maxMonthMs: 10 * HOUR_MS, minMs: 30 * MINUTE_MS });
    expect(cutToCap(capped, window, 0)).toEqual(window);
    expect(cutToCap(capped, window, 9.3 * HOUR_MS)?.toMs).toBe(DAY + 30 * MINUTE_MS);
    expect(cutToCap(capped, window, 9.8 * HOUR_MS)).toBeNull();
    expect(cutToCap(capped, window, 11 * HOUR_MS)).toBeNull();
  });
});

const contractPrice = fc.integer({ min: -300, max: 300 });
const contract = fc.record({
  feedIn: contractPrice,
  import: contractPrice,
  compensation: fc.integer({ min: 0, max: 300 }),
  sites: fc.array(fc.tuple(kwh, fc.nat(2_000)), { maxLength: 3 }),
});

describe("the gain of a rule", () => {
  it("is that of the textbook formula over all locations", () => {
    fc.assert(
      fc.property(
        fc.record({ surplus: eurPerMwh, shortage: eurPerMwh, sold: kwh, injection: kwh }),
        fc.array(contract, { maxLength: 3 }),
        (market, contracts) => {
          const isp = toKnowledge({ ...market, ageHours: 1 }, DAY, DAY);
          let [curtailed, expected] = [0, 0];
          const paid = { supplier: 0, customers: 0 };
          for (const one of contracts) {
            const terms = { lessFeedIn: 0, moreImport: 0, compensated: 0 };
            for (const [e0, less] of one.sites) {
              const e1 = e0 - less;
              curtailed += less;
              const [x0, x1] = [Math.max(e0, 0), Math.max(e1, 0)];
              const [i0, i1] = [Math.max(-e0, 0), Math.max(-e1, 0)];
              terms.lessFeedIn += (x0 - x1) * 1e6;
              terms.moreImport += (i1 - i0) * 1e6;
              terms.compensated += less * 1e6;
              expected += one.feedIn * (x0 - x1) + one.import * (i1 - i0) - one.compensation * less;
            }
            const prices = {
              supplierFeedIn: one.feedIn * 1e3,
              supplierImport: one.import * 1e3,
              customerFeedIn: 0,
              customerImport: 0,
              compensation: one.compensation * 1e3,
              wear: 0,
            };
            paid.supplier += valueTerms(prices, terms).supplier;
          }
          const cf = (e: number) =>
            Math.max(e - market.sold, 0) * market.surplus -
            Math.max(market.sold - e, 0) * market.shortage;
          expected += cf(market.injection - curtailed) - cf(market.injection);
          const value = valueIsp(isp, { curtailed: curtailed * 1e6, paid });
          if (!("supplier" in value)) throw new Error("nothing is missing");
          // Prices in EUR/MWh and energies in kWh: thousandths of a euro.
          expect(value.supplier / 1e3).toBeCloseTo(expected, 3);
        },
      ),
    );
  });

  it("must be more than nothing, and reach the minimum", () => {
    const isp = toKnowledge({ shortage: -10, sold: 5, injection: 5, ageHours: 1 }, DAY, DAY);
    const assess = (curtailed: number, minGain: number) =>
      assessWindow(rule({ minGain }), [
        { isp, effect: { curtailed, paid: { supplier: 0, customers: 0 } } },
      ]).refusals;
    expect(assess(1e6, 0)).toEqual([]);
    expect(assess(1e6, 10_000)).toEqual([]);
    expect(assess(1e6, 10_001)).toEqual(["below_min_gain"]);
    expect(assess(0, 0)).toEqual(["no_effect"]);
  });
});
