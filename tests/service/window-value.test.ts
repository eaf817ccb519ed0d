import fc from "fast-check";
import { expect, it } from "vitest";
import { HOUR_MS, QUARTER_MS } from "../../lib/time/amsterdam.ts";
import { valueTerms } from "../../service/engine/rule-value.ts";
import { toMilliwattHours, type KwhPrices } from "../../service/engine/value.ts";
import { valueWindow } from "../../service/planning/window-value.ts";

const FROM = Date.parse("2026-03-29T00:10:00Z");
const TO = FROM + HOUR_MS + 5 * 60_000;
const PARTS = 5;
const TERMS = 3;

const kw = fc.integer({ min: -50, max: 50 });
const powers = fc.array(kw, { minLength: PARTS, maxLength: PARTS });
const location = fc.record({ terms: fc.nat(TERMS - 1), before: powers, after: powers });
const share = fc.double({ min: 0, max: 1, noNaN: true });

/** The prices of an ISP in each of the terms: other ones in each ISP. */
const pricesOf = (startMs: number): KwhPrices[] =>
  Array.from({ length: TERMS }, (_, i) => {
    const price = (i + 1) * 10_000 + ((startMs / QUARTER_MS) % 7) * 1_000;
    return {
      supplierFeedIn: price,
      supplierImport: price + 1,
      customerFeedIn: price + 2,
      customerImport: price + 3,
      compensation: i * 500,
      wear: 0,
    };
  });

it("a window's worth is the sum over locations in each part, in however many portions it is summed", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(location, { maxLength: 40 }),
      fc.array(share, { minLength: PARTS, maxLength: PARTS }),
      fc.constantFrom(1, TERMS, 2 * TERMS, 1_000),
      async (locations, shares, sumsAtOnce) => {
        const terms = {
          count: TERMS,
          getIndex: ({ customerId }: { customerId: string }) => Number(customerId),
          getPrices: pricesOf,
        };
        const isps = new Map<number, { startMs: number }>();
        for (let ms = FROM - (FROM % QUARTER_MS); ms < TO; ms += QUARTER_MS)
          isps.set(ms, { startMs: ms });
        const effects = locations.map((one) => ({
          stored: { customerId: String(one.terms) },
          beforeKw: Float32Array.from(one.before),
          afterKw: Float32Array.from(one.after),
        }));
        const planned = await valueWindow(
          { fromMs: FROM, toMs: TO },
          { terms, isps } as never,
          effects as never,
          { shares, nowMs: FROM, sumsAtOnce },
        );
        const starts = [...isps.keys()];
        expect(planned.map(({ isp }) => isp.startMs)).toEqual(starts);
        for (const [i, startMs] of starts.entries()) {
          const ms = Math.min(startMs + QUARTER_MS, TO) - Math.max(startMs, FROM);
          const sums = pricesOf(startMs).map((prices) => ({
            prices,
            lessFeedIn: 0,
            moreImport: 0,
            compensated: 0,
          }));
          let curtailed = 0;
          for (const one of locations) {
            const [e0, e1] = [one.before[i]!, one.after[i]!].map((x) => toMilliwattHours(x, ms));
            const sum = sums[one.terms]!;
            curtailed += e0! - e1!;
            sum.lessFeedIn += Math.max(e0!, 0) - Math.max(e1!, 0);
            sum.moreImport += Math.max(-e1!, 0) - Math.max(-e0!, 0);
            sum.compensated += Math.max(e0! - e1!, 0);
          }
          const paid = (factor: number) =>
            sums.reduce((all, { prices, ...sum }) => {
              const scaled = Object.fromEntries(
                Object.entries(sum).map(([name, value]) => [name, Math.round(value * factor)]),
              );
              return all + valueTerms(prices, scaled as never).supplier;
            }, 0);
          expect(planned[i]!.effect.curtailed).toBe(curtailed);
          expect(planned[i]!.effect.paid.supplier).toBe(paid(1));
          expect(planned[i]!.sure.paid.supplier).toBe(paid(shares[i]!));
        }
      },
    ),
    { numRuns: 200 },
  );
});
