import fc from "fast-check";
import type { Battery, Panels, Series, Site } from "../../service/engine/site.ts";
import type { PlannedControl } from "../../service/engine/simulate-plan.ts";
import { MINUTE_MS, QUARTER_MS } from "../../lib/time/amsterdam.ts";

/** A working day in spring, 12:00 in Amsterdam. */
export const NOON = Date.parse("2026-04-15T10:00:00Z");

export const panels = (given: Partial<Panels> = {}): Panels => ({
  peakKw: 10,
  inverterKw: 10,
  tiltDeg: 35,
  azimuthDeg: 180,
  controllable: true,
  ...given,
});

export const battery = (given: Partial<Battery> = {}): Battery => ({
  capacityKwh: 10,
  powerKw: 5,
  efficiency: 0.95,
  floorKwh: 1,
  controllable: true,
  ...given,
});

export const site = (given: Partial<Site> = {}): Site => ({
  latitude: 52.1,
  longitude: 5.2,
  panels: [panels()],
  batteries: [],
  connectionLimitKw: null,
  ...given,
});

/** Panels and load that stay as they are for a day from `startMs`. */
export const steady = (pvKw: number, loadKw: number, startMs = NOON, quarters = 96): Series => ({
  startMs,
  pvKw: new Float32Array(quarters).fill(pvKw),
  loadKw: new Float32Array(quarters).fill(loadKw),
});

const kw = (most: number) => fc.integer({ min: 0, max: most * 8 }).map((eighths) => eighths / 8);
const share = fc.integer({ min: 0, max: 100 }).map((percent) => percent / 100);

const anyBattery = (controllable: fc.Arbitrary<boolean>, efficiency: fc.Arbitrary<number>) =>
  fc
    .record({ capacityKwh: kw(20), powerKw: kw(8), efficiency, floor: share, controllable })
    .map(({ capacityKwh, powerKw, efficiency, floor, controllable }) =>
      battery({
        capacityKwh: capacityKwh + 1,
        powerKw: powerKw + 0.5,
        efficiency,
        floorKwh: (capacityKwh + 1) * floor * 0.5,
        controllable,
      }),
    );

const efficiencies = fc.constantFrom(1, 0.97, 0.95, 0.9, 0.7);

/** A site, a day of its expected values, and the energy of its batteries. */
export interface Situation {
  site: Site;
  expected: Series;
  storedKwh: number[];
}

interface SituationOptions {
  controllable?: fc.Arbitrary<boolean>;
  panelsControllable?: fc.Arbitrary<boolean>;
  mostBatteries?: number;
  leastBatteries?: number;
}

const seriesOf = (quarters: number) =>
  fc.array(fc.tuple(kw(12), kw(9)), { minLength: quarters, maxLength: quarters }).map((values) => ({
    startMs: NOON,
    pvKw: Float32Array.from(values, ([pv]) => pv),
    loadKw: Float32Array.from(values, ([, load]) => load),
  }));

/** Any site: batteries of one efficiency, a limit or none; `QUARTERS` quarter-hours from noon. */
export const QUARTERS = 32;
export function situations(options: SituationOptions = {}): fc.Arbitrary<Situation> {
  const { controllable = fc.boolean(), mostBatteries = 3, leastBatteries = 0 } = options;
  const follows = options.panelsControllable ?? controllable;
  const batteries = efficiencies.chain((efficiency) =>
    fc.array(anyBattery(controllable, fc.constant(efficiency)), {
      minLength: leastBatteries,
      maxLength: mostBatteries,
    }),
  );
  return fc
    .record({
      panels: fc.array(
        fc.record({ peakKw: kw(10).map((peak) => peak + 0.5), controllable: follows }),
        { maxLength: 3 },
      ),
      batteries,
      connectionLimitKw: fc.oneof(
        fc.constant(null),
        kw(8).map((limit) => limit + 0.5),
      ),
      expected: seriesOf(QUARTERS),
      charge: fc.array(share, { minLength: 3, maxLength: 3 }),
    })
    .map(({ panels: given, batteries, connectionLimitKw, expected, charge }) => ({
      site: site({
        panels: given.map((one) => panels({ ...one, inverterKw: one.peakKw })),
        batteries,
        connectionLimitKw,
      }),
      expected: given.length > 0 ? expected : { ...expected, pvKw: new Float32Array(QUARTERS) },
      storedKwh: batteries.map(
        (one, index) => one.floorKwh + (one.capacityKwh - one.floorKwh) * charge[index]!,
      ),
    }));
}

export const controlTypes = fc.constantFrom(
  "MAX_PRODUCTION" as const,
  "ZERO_EXPORT" as const,
  "MAX_CONSUMPTION" as const,
);

/** A control in whole minutes within the quarter-hours a situation covers. */
export const controls: fc.Arbitrary<PlannedControl> = fc
  .record({
    type: controlTypes,
    start: fc.integer({ min: 0, max: QUARTERS * 15 - 2 }),
    length: fc.integer({ min: 1, max: 200 }),
  })
  .map(({ type, start, length }) => ({
    type,
    fromMs: NOON + start * MINUTE_MS,
    toMs: Math.min(NOON + (start + length) * MINUTE_MS, NOON + QUARTERS * QUARTER_MS),
  }));
