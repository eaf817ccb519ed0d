import { setImmediate } from "node:timers/promises";
import { HOUR_MS, QUARTER_MS } from "../../lib/time/amsterdam.ts";
import type { ControlTarget } from "../../lib/contract/index.ts";
import { Simulator, type SimulatedQuarter } from "../gateway/simulator/simulator.ts";
import { computeShare, summed } from "../store/area-totals.ts";
import {
  blankAreaDay,
  getValuesAt,
  type AreaDay,
  type LocationDay,
} from "../store/location-days.ts";
import { getAreas } from "../store/area-forecasts.ts";
import { Keepalive } from "../store/keepalive.ts";
import { slotAt } from "../store/interval-slot.ts";
import { listDevices, type StoredSite } from "../store/sites.ts";
import { ping, type Db } from "../store/store.ts";
import type { DemoControl } from "./controls.ts";
import { DemoExchange } from "./dispatch.ts";
import { freeze, backfill, startBackfill, type BackfillState } from "./backfill.ts";
import type { PanelGain } from "../engine/sky-field.ts";
import { isAtLimit } from "../planning/free-pv.ts";
import { observeSky, trainGains } from "../planning/sky.ts";

/** Days simulated before the history begins, so that its first forecast has training data. */
const TRAINED_QUARTERS = 8 * 96;

/** Idle transactions end, so the simulation sends a statement after this time. */
const KEEPALIVE_MS = 250;

/** The input of the demo's history; the controls are in order of acceptance. */
interface DemoPast {
  sites: readonly StoredSite[];
  fromMs: number;
  untilMs: number;
  outages: boolean;
  controls: readonly DemoControl[];
  targetOf(control: DemoControl): ControlTarget;
}

/**
 * Generates the history of the demo sites over `[fromMs, untilMs)`: the reports of their simulated
 * plants, and the forecasts that would have been frozen, each made from earlier data only. Its
 * controls are accepted and executed on the way, and stored in `tx`.
 */
export async function demoHistory(tx: Db, past: DemoPast) {
  const { sites, fromMs, untilMs, outages, controls, targetOf } = past;
  const startMs = fromMs - TRAINED_QUARTERS * QUARTER_MS;
  const simulator = new Simulator(
    sites.map((stored) => ({
      locationId: stored.locationId,
      site: stored.site,
      devices: listDevices(stored),
      ...stored.simulation!,
    })),
    { outages },
  );
  const states = new Map(sites.map((site) => [site.locationId, startBackfill(site, startMs)]));
  const gains = new Map<string, PanelGain>();
  const exchange = new DemoExchange({ tx, simulator, states, targetOf }, controls);
  const keepalive = new Keepalive(() => ping(tx), KEEPALIVE_MS);
  for (let quarterMs = startMs; quarterMs < untilMs; quarterMs += QUARTER_MS) {
    // Yields to the event loop so that the job's lease is renewed.
    await setImmediate();
    await keepalive.send();
    const slot = quarterMs < fromMs ? null : slotAt(quarterMs);
    if (slot) for (const one of states.values()) freeze(one, quarterMs, slot);
    if (slot && exchange.concerns(quarterMs)) await exchange.goThrough(quarterMs, slot, gains);
    else {
      const quarters = [...simulator.quarters(quarterMs, quarterMs + QUARTER_MS)];
      for (const quarter of quarters) backfill(states.get(quarter.locationId)!, quarter, slot);
      if (quarterMs % HOUR_MS === 0) learnGains(quarters, states, gains);
    }
  }
  return { ...arrived([...states.values()]), gains };
}

/** Compares the panels of each site with those nearby in a quarter-hour without a control. */
function learnGains(
  quarters: readonly SimulatedQuarter[],
  states: ReadonlyMap<string, BackfillState>,
  gains: Map<string, PanelGain>,
): void {
  const outputs = quarters.flatMap(({ locationId, online, pvKw, injectionKw }) => {
    const { site } = states.get(locationId)!.stored;
    const isFree = online && !isAtLimit(injectionKw, site.connectionLimitKw);
    return isFree ? [{ locationId, site, kw: pvKw }] : [];
  });
  const quarterMs = quarters[0]?.quarterMs ?? 0;
  const learned = trainGains(observeSky(outputs, quarterMs, gains), quarterMs, gains);
  for (const [locationId, gain] of learned) gains.set(locationId, gain);
}

function arrived(all: readonly BackfillState[]) {
  const areas = new Map<string, AreaDay>();
  for (const { stored, days } of all)
    for (const day of days.values()) addToAreas(areas, stored, day);
  return {
    days: all.flatMap(({ days }) => [...days.values()]),
    areas: [...areas.values()],
    live: all.flatMap(({ live }) => live ?? []),
    learned: new Map(all.map(({ stored, learned }) => [stored.locationId, learned])),
  };
}

function addToAreas(areas: Map<string, AreaDay>, site: StoredSite, day: LocationDay): void {
  const sums = getAreas(site).map(([kind, areaId]) => {
    const key = `${kind} ${areaId} ${day.day}`;
    const sum = areas.get(key) ?? blankAreaDay(kind, areaId, day.day, day.isps);
    areas.set(key, sum);
    return sum;
  });
  for (let i = 0; i < day.isps; i++) {
    const share = computeShare(getValuesAt(day, i));
    for (const sum of sums) for (const name of summed) sum[name][i]! += share[name];
  }
}
