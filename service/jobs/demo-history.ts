import { floorQuarter, QUARTER_MS } from "../engine/calendar.ts";
import { flexibility } from "../engine/flexibility.ts";
import { forecast } from "../engine/forecast.ts";
import { Simulator } from "../gateway/simulator/simulator.ts";
import { blankAreaDay, blankDay, HEARD, type AreaDay, type LocationDay } from "../store/days.ts";
import { shareOf, type Summed } from "../store/area-totals.ts";
import type { LiveRow } from "../store/live.ts";
import { slotAt } from "../store/record-isp.ts";

import type { StoredSite } from "../store/sites.ts";

const LEARNED = 8 * 96;
/** Quarters that one forecast of the generated history serves. */
const REFRESH = 4;

interface Trace {
  injection: Float32Array;
  pv: Float32Array;
  load: Float32Array;
  stored: number[][];
}

/**
 * Makes the history of the demo sites over `[fromMs, untilMs)`: what their simulated plants did,
 * and the forecasts that would have been frozen, each made only from what lay before it.
 */
export function demoHistory(sites: readonly StoredSite[], fromMs: number, untilMs: number) {
  const startMs = fromMs - LEARNED * QUARTER_MS;
  const traces = simulate(sites, startMs, untilMs);
  const slots = slotsOf(fromMs, untilMs);
  const days = sites.map(() => new Map<string, LocationDay>());
  for (let i = 0; i < slots.length; i += REFRESH)
    sites.forEach((site, n) =>
      addForecast(days[n]!, site, traces.get(site.locationId)!, startMs, slots, i),
    );
  const areas = new Map<string, AreaDay>();
  sites.forEach((site, n) => {
    for (const day of days[n]!.values()) addToAreas(areas, site, day);
  });
  const live = sites.map((site) => liveOf(site, traces.get(site.locationId)!, untilMs));
  return { days: days.flatMap((own) => [...own.values()]), areas: [...areas.values()], live };
}

const slotsOf = (fromMs: number, untilMs: number) =>
  Array.from({ length: (untilMs - fromMs) / QUARTER_MS }, (_, i) =>
    slotAt(fromMs + i * QUARTER_MS),
  );

function simulate(sites: readonly StoredSite[], startMs: number, untilMs: number) {
  const simulator = new Simulator(
    sites.map(({ locationId, site, simulation }) => ({ locationId, site, ...simulation! })),
  );
  const length = (untilMs - startMs) / QUARTER_MS;
  const blank = (): Trace => ({
    injection: new Float32Array(length),
    pv: new Float32Array(length),
    load: new Float32Array(length),
    stored: [],
  });
  const traces = new Map(sites.map((site) => [site.locationId, blank()]));
  for (const quarter of simulator.quarters(startMs, untilMs)) {
    const trace = traces.get(quarter.locationId)!;
    const i = (quarter.quarterMs - startMs) / QUARTER_MS;
    trace.injection[i] = quarter.injectionKw;
    trace.pv[i] = quarter.pvKw;
    trace.load[i] = quarter.loadKw;
    trace.stored[i] = quarter.storedKwh;
  }
  return traces;
}

/** Adds the quarters from the `i`-th on that one forecast serves, and what then happened. */
function addForecast(
  days: Map<string, LocationDay>,
  { site, locationId }: StoredSite,
  trace: Trace,
  startMs: number,
  slots: ReturnType<typeof slotsOf>,
  i: number,
): void {
  const at = LEARNED + i;
  const learned = {
    startMs: startMs + i * QUARTER_MS,
    pvKw: trace.pv.subarray(i, at),
    loadKw: trace.load.subarray(i, at),
  };
  const fromMs = startMs + at * QUARTER_MS;
  const count = Math.min(REFRESH, slots.length - i);
  const expected = forecast(site, learned, fromMs, count);
  const room = flexibility(site, expected, trace.stored[at - 1]!, fromMs, count);
  for (let k = 0; k < count; k++) {
    const { day: date, isps, index } = slots[i + k]!;
    const day = days.get(date) ?? blankDay(locationId, date, isps);
    day.forecast[index] = room.forecastKw[k]!;
    day.upward[index] = room.upwardKw[k]!;
    day.downward[index] = room.downwardKw[k]!;
    day.actual[index] = trace.injection[at + k]!;
    day.pv[index] = trace.pv[at + k]!;
    day.load[index] = trace.load[at + k]!;
    day.flags[index] = HEARD;
    days.set(date, day);
  }
}

function addToAreas(areas: Map<string, AreaDay>, site: StoredSite, day: LocationDay): void {
  const own = [
    ["bidding_zone", site.biddingZone],
    ["group", site.groupId],
  ] as const;
  for (const [kind, areaId] of own) {
    if (!areaId) continue;
    const key = `${kind} ${areaId} ${day.day}`;
    const sum = areas.get(key) ?? blankAreaDay(kind, areaId, day.day, day.isps);
    for (let i = 0; i < day.isps; i++) {
      const share = shareOf({
        forecast: day.forecast[i]!,
        upward: day.upward[i]!,
        downward: day.downward[i]!,
        actual: day.actual[i]!,
        flags: day.flags[i]!,
      });
      for (const name of Object.keys(share) as Summed[]) sum[name][i]! += share[name];
    }
    areas.set(key, sum);
  }
}

function liveOf(site: StoredSite, trace: Trace, untilMs: number): LiveRow {
  const storedKwh = trace.stored.at(-1)!;
  const unknown = () => new Float32Array(15).fill(NaN);
  return {
    locationId: site.locationId,
    quarter: new Date(floorQuarter(untilMs - 1)),
    injection: unknown(),
    pv: unknown(),
    battery: unknown(),
    controlled: false,
    storedKwh: Float32Array.from(storedKwh),
    freeKwh: Float32Array.from(storedKwh),
    divergedAt: null,
    lastInjectionKw: trace.injection.at(-1)!,
    storedTotalKwh: storedKwh.reduce((sum, kwh) => sum + kwh, 0),
    measuredAt: new Date(untilMs),
  };
}
