import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { HOUR_MS, QUARTER_MS } from "../../lib/time/amsterdam.ts";
import { replayRule, type ReplayPast } from "../../service/engine/rule-replay.ts";
import type { ValuedEffect } from "../../service/engine/rule-value.ts";
import type { IspKnowledge, RuleConditions } from "../../service/engine/rule.ts";

/** Midnight in Amsterdam at the start of the day with 25 hours. */
const DAY = Date.parse("2026-10-24T22:00:00Z");
const eurPerMwh = fc.integer({ min: -200, max: 200 });

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

/** A version of the surplus price of an ISP. */
interface Version {
  quarter: number;
  price: number;
  /** Quarter-hours from the start of the period. */
  known: number;
}
const QUARTERS = 48;
const version = fc.record({
  quarter: fc.nat(QUARTERS - 1),
  price: eurPerMwh,
  known: fc.integer({ min: -20, max: QUARTERS }),
});

const toPast = (versions: readonly Version[], measuredKwh: (quarter: number) => number) => {
  const at = (ms: number) => (ms - DAY) / QUARTER_MS;
  const know = (startMs: number, atMs: number, decidedMs = atMs): IspKnowledge => {
    const known = versions
      .filter(({ quarter, known: since }) => quarter === at(startMs) && since <= at(atMs))
      .toSorted((a, b) => a.known - b.known)
      .at(-1);
    const surplus = known && {
      price: known.price * 1_000,
      vintageMs: DAY + known.known * QUARTER_MS,
    };
    return {
      startMs,
      atMs: decidedMs,
      prices: { surplus, shortage: surplus },
      isDayComplete: true,
      sold: 0,
      injection: 1e9,
    };
  };
  const past: ReplayPast = {
    fromMs: DAY,
    toMs: DAY + QUARTERS * QUARTER_MS,
    maxMs: 2 * HOUR_MS,
    candidates: [...new Set(versions.map(({ quarter }) => quarter))]
      .toSorted((a, b) => a - b)
      .map((quarter) => DAY + quarter * QUARTER_MS),
    know,
    knowFinal: (startMs, decidedMs) => know(startMs, Infinity, decidedMs),
    getEffect: (_, startMs, atMs): ValuedEffect => ({
      curtailed: (atMs === null ? measuredKwh(at(startMs)) : 10) * 1e6,
      paid: { supplier: 0, customers: 0 },
    }),
    getForesight: (_, startMs) => {
      const price = know(startMs, Infinity).prices.surplus?.price;
      const gain = price === undefined ? 0 : -price * measuredKwh(at(startMs));
      return { beforeGate: gain, afterGate: gain };
    },
  };
  return past;
};
const replayed = fc.record({
  versions: fc.array(version, { maxLength: 150 }),
  notice: fc.nat(8),
  minQuarters: fc.integer({ min: 1, max: 3 }),
  minGain: fc.nat(3_000_000),
});
const toRule = ({ notice, minQuarters, minGain }: { [name: string]: number }) =>
  rule({ noticeMs: notice! * QUARTER_MS, minMs: minQuarters! * QUARTER_MS, minGain: minGain! });

describe("a replay", () => {
  it("decides as a slow walk through the past does", () => {
    fc.assert(
      fc.property(replayed, ({ versions, ...conditions }) => {
        const past = toPast(versions, () => 10);
        const one = toRule(conditions);
        const taken = new Set<number>();
        const slow: [number, number, number][] = [];
        for (let now = 0; now < QUARTERS; now++) {
          const priceAt = (quarter: number) => {
            const atMs = DAY + now * QUARTER_MS;
            const known = past.know(DAY + quarter * QUARTER_MS, atMs).prices.surplus;
            return known && atMs - known.vintageMs <= 2 * HOUR_MS ? known.price : undefined;
          };
          const isLow = (quarter: number) =>
            quarter < QUARTERS && !taken.has(quarter) && (priceAt(quarter) ?? 1) < 0;
          for (let from = now; from < QUARTERS;) {
            let to = from;
            while (isLow(to) && to - from < 8) to++;
            const quarters = Array.from({ length: to - from }, (_, i) => from + i);
            const gain = quarters.reduce((sum, quarter) => sum - 10 * priceAt(quarter)!, 0);
            const isEnough = gain > 0 && gain >= one.minGain;
            if (
              to - from >= conditions.minQuarters &&
              from - conditions.notice <= now &&
              isEnough
            ) {
              slow.push([now, from, to]);
              for (const quarter of quarters) taken.add(quarter);
            }
            from = Math.max(to, from + 1);
          }
        }
        const quarter = (ms: number) => (ms - DAY) / QUARTER_MS;
        const { controls } = replayRule(one, past);
        expect(
          controls.map(({ decidedMs, fromMs, toMs }) => [decidedMs, fromMs, toMs].map(quarter)),
        ).toEqual(slow);
      }),
      { numRuns: 300 },
    );
  });

  it("does not look ahead: poisoned prices and measurements after a decision change no decision until then", () => {
    fc.assert(
      fc.property(
        replayed,
        fc.nat(QUARTERS),
        fc.array(version, { minLength: 1, maxLength: 60 }),
        fc.integer({ min: -1_000, max: 1_000 }),
        ({ versions, ...conditions }, cut, poison, wrongKwh) => {
          const cutMs = DAY + cut * QUARTER_MS;
          const before = replayRule(
            toRule(conditions),
            toPast(versions, () => 10),
          ).controls;
          const later = [
            ...versions.filter(({ known }) => known <= cut),
            ...poison.map((one) => ({ ...one, known: Math.max(one.known, cut + 1) })),
          ];
          const poisoned = toPast(later, (quarter) => (quarter >= cut ? wrongKwh : 10));
          const after = replayRule(toRule(conditions), poisoned).controls;
          const decided = (controls: typeof before) =>
            controls
              .filter(({ decidedMs }) => decidedMs <= cutMs)
              .map(({ type, fromMs, toMs, decidedMs, expected }) => ({
                type,
                fromMs,
                toMs,
                decidedMs,
                expected,
              }));
          expect(decided(after)).toEqual(decided(before));
        },
      ),
      { numRuns: 300 },
    );
  });

  it("never gains more than perfect foresight", () => {
    fc.assert(
      fc.property(replayed, ({ versions, ...conditions }) => {
        const { months } = replayRule(
          toRule(conditions),
          toPast(versions, () => 7),
        );
        for (const { realised, foresight } of months.values())
          expect(realised).toBeLessThanOrEqual(foresight);
      }),
    );
  });

  it("keeps the cap per customer in each calendar month", () => {
    const versions = Array.from({ length: QUARTERS }, (_, quarter) => ({
      quarter,
      price: -10,
      known: quarter - 8,
    }));
    const { controls } = replayRule(
      rule({ maxMonthMs: 3 * HOUR_MS }),
      toPast(versions, () => 10),
    );
    const hours = controls.reduce((sum, { fromMs, toMs }) => sum + (toMs - fromMs) / HOUR_MS, 0);
    expect(hours).toBe(3);
  });

  it("uses of the cap of each month what lies in it of a window over its end", () => {
    // The first day of November begins at quarter-hour 12.
    const start = Date.parse("2026-10-31T20:00:00Z");
    const prices = new Map(
      Array.from({ length: 8 }, (_, i) => [start + (8 + i) * QUARTER_MS, -10_000]),
    );
    for (let i = 40; i < 48; i++) prices.set(start + i * QUARTER_MS, -10_000);
    const know = (startMs: number, atMs: number): IspKnowledge => {
      const price = prices.get(startMs);
      const surplus = price === undefined ? undefined : { price, vintageMs: atMs };
      return { startMs, atMs, prices: { surplus }, isDayComplete: true, sold: 0, injection: 1e9 };
    };
    const { controls } = replayRule(rule({ maxMonthMs: 2 * HOUR_MS }), {
      fromMs: start,
      toMs: start + 48 * QUARTER_MS,
      maxMs: 4 * HOUR_MS,
      candidates: [...prices.keys()],
      know,
      knowFinal: know,
      getEffect: () => ({ curtailed: 1e6, paid: { supplier: 0, customers: 0 } }),
      getForesight: () => null,
    });
    // One hour of each month, and one more hour of November.
    expect(
      controls.map(({ fromMs, toMs }) => [fromMs, toMs].map((ms) => (ms - start) / QUARTER_MS)),
    ).toEqual([
      [8, 16],
      [40, 44],
    ]);
  });
});
