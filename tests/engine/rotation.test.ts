import { readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  chooseByRotation,
  jainIndex,
  lossPerKwp,
  type RotationSite,
} from "../../service/engine/rotation.ts";
import { hashed } from "../../service/gateway/simulator/noise.ts";

const site = fc.record({
  peakKw: fc.integer({ min: 20, max: 150 }).map((tenths) => tenths / 10),
  lostKwh: fc.integer({ min: -50, max: 5_000 }),
  reducibleKwh: fc.integer({ min: 0, max: 400 }).map((tenths) => tenths / 10),
});
const toSites = (list: readonly Omit<RotationSite, "id">[]): RotationSite[] =>
  list.map((one, i) => ({ id: `loc_${String(i).padStart(4, "0")}`, ...one }));
const fleet = fc.array(site, { minLength: 2, maxLength: 60 }).map(toSites);
const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
const shareOf = fc.integer({ min: 5, max: 100 }).map((percent) => percent / 100);

/** Controls in a simulated year. */
const EVENTS = 120;

/** A year of controls on sites of these sizes (tenths of a kWp), in turn or always in the same order. */
function simulateYear(
  tenths: readonly number[],
  share: number,
  draws: readonly number[],
  rotates: boolean,
) {
  const sites = toSites(tenths.map((peak) => ({ peakKw: peak / 10, lostKwh: 0, reducibleKwh: 0 })));
  let [lowered, targeted] = [0, 0];
  for (let event = 0; event < EVENTS; event++) {
    // Injection is lowered on days with sun.
    const clear = 0.3 + 0.7 * draws[event]!;
    for (const [i, one] of sites.entries()) {
      const own = draws[(event * 31 + i * 7) % draws.length]!;
      one.reducibleKwh = one.peakKw * clear * (0.6 + 0.4 * own) * 3;
    }
    const ordered = rotates ? sites : sites.map((one) => ({ ...one, lostKwh: 0 }));
    const chosen = chooseByRotation(ordered, share);
    for (const one of sites) {
      if (!chosen.has(one.id)) continue;
      // What is lost differs from what was forecast.
      const error = 0.8 + 0.4 * draws[(event * 13 + Number(one.id.slice(4)) * 5) % draws.length]!;
      one.lostKwh += one.reducibleKwh * error;
      lowered += one.reducibleKwh;
    }
    targeted += share * sum(sites.map(({ reducibleKwh }) => reducibleKwh));
  }
  const deviation = lowered / targeted - 1;
  return { index: jainIndex(sites.map(lossPerKwp))!, lowered, deviation };
}

describe("rotation", () => {
  it("addresses the share of what can be lowered, within half of the site that was last in turn", () => {
    fc.assert(
      fc.property(fleet, shareOf, (sites, share) => {
        const chosen = chooseByRotation(sites, share);
        const total = sum(sites.map(({ reducibleKwh }) => reducibleKwh));
        fc.pre(total > 0);
        const reached = sum(
          sites.filter(({ id }) => chosen.has(id)).map(({ reducibleKwh }) => reducibleKwh),
        );
        const largest = Math.max(...sites.map(({ reducibleKwh }) => reducibleKwh));
        expect(chosen.size).toBeGreaterThan(0);
        expect(Math.abs(reached - share * total)).toBeLessThanOrEqual(
          chosen.size === 1 ? largest : largest / 2 + 1e-9,
        );
      }),
    );
  });

  it("never passes over a site that lost less per kWp than one it addresses", () => {
    fc.assert(
      fc.property(fleet, shareOf, (sites, share) => {
        const chosen = chooseByRotation(sites, share);
        const able = sites.filter(({ reducibleKwh }) => reducibleKwh > 0);
        const most = Math.max(...able.filter(({ id }) => chosen.has(id)).map(lossPerKwp));
        for (const rests of able.filter(({ id }) => !chosen.has(id)))
          expect(lossPerKwp(rests)).toBeGreaterThanOrEqual(most);
      }),
    );
  });

  it("does not depend on the order of the sites", () => {
    fc.assert(
      fc.property(fleet, shareOf, (sites, share) => {
        const turned = chooseByRotation(sites.toReversed(), share);
        expect([...turned].toSorted()).toEqual([...chooseByRotation(sites, share)].toSorted());
      }),
    );
  });

  it("reaches a Jain index of 0.98 in a simulated year, at the same megawatts as a fixed order", () => {
    const peaks = fc.array(fc.integer({ min: 20, max: 150 }), { minLength: 20, maxLength: 80 });
    fc.assert(
      fc.property(
        peaks,
        fc.integer(),
        fc.constantFrom(0.2, 0.35, 0.5, 0.7),
        (tenths, seed, share) => {
          const draws = Array.from({ length: 997 }, (_, n) => hashed(seed, n));
          const fixed = simulateYear(tenths, share, draws, false);
          const rotated = simulateYear(tenths, share, draws, true);
          expect(rotated.index).toBeGreaterThanOrEqual(0.98);
          expect(fixed.index).toBeLessThan(0.9);
          // A fixed order misses the share by the same part of its last site each time.
          expect(Math.abs(rotated.deviation)).toBeLessThanOrEqual(0.05);
          expect(Math.abs(rotated.lowered / fixed.lowered - 1)).toBeLessThanOrEqual(
            Math.abs(fixed.deviation) + 0.06,
          );
        },
      ),
      { numRuns: 40 },
    );
  });
});

it("evens the spread of 100 sites at the same megawatts, as docs/how-to/act-on-prices.md says", () => {
  const tenths = Array.from({ length: 100 }, (_, n) => 20 + Math.round(130 * hashed(7, n)));
  const draws = Array.from({ length: 997 }, (_, n) => hashed(16, n));
  const fixed = simulateYear(tenths, 0.3, draws, false);
  const rotated = simulateYear(tenths, 0.3, draws, true);
  const figures = [fixed.index.toFixed(2), rotated.index.toFixed(4)];
  const change = 100 * (rotated.lowered / fixed.lowered - 1);
  const doc = readFileSync(new URL("../../docs/how-to/act-on-prices.md", import.meta.url), "utf8");
  expect(doc).toContain(`from ${figures[0]} to ${figures[1]}`);
  expect(doc).toContain(`differs by ${Math.abs(change).toFixed(1)} %`);
  expect(rotated.index).toBeGreaterThanOrEqual(0.98);
  expect(Math.abs(change)).toBeLessThan(2);
});

describe("Jain's index", () => {
  it("is 1 for equal values, 1/n if one has everything, and unknown without any", () => {
    expect(jainIndex([3, 3, 3, 3])).toBe(1);
    expect(jainIndex([8, 0, 0, 0])).toBe(0.25);
    expect(jainIndex([0, 0])).toBeNull();
    expect(jainIndex([])).toBeNull();
  });
});
