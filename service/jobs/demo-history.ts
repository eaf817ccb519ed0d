import { QUARTER_MS } from "../engine/calendar.ts";
import { learn, nothingLearned, type Learned } from "../engine/forecast.ts";
import { Simulator, type SimulatedQuarter } from "../gateway/simulator/simulator.ts";
import { outlookOf, storedIn } from "../planning/outlook.ts";
import { shareOf, type Summed } from "../store/area-totals.ts";
import {
  BATTERY_HEARD,
  blankAreaDay,
  blankDay,
  HEARD,
  PANELS,
  PV_HEARD,
  type AreaDay,
  type LocationDay,
} from "../store/days.ts";
import { areasOf } from "../store/expectations.ts";
import type { LiveRow } from "../store/live.ts";
import { recordedAt } from "../store/record-days.ts";
import { slotAt, type Slot } from "../store/slot.ts";
import type { StoredSite } from "../store/sites.ts";

/** Days that are lived through before the history begins, so that its first forecast knows some. */
const LEARNED = 8 * 96;

/** A demo site on its way through its history. */
interface Traveller {
  stored: StoredSite;
  learned: Learned;
  kwh: readonly number[];
  days: Map<string, LocationDay>;
  last: SimulatedQuarter | undefined;
}

/**
 * Makes the history of the demo sites over `[fromMs, untilMs)`: what was heard of their simulated
 * plants, and the forecasts that would have been frozen, each made only from what lay before it.
 */
export function demoHistory(
  sites: readonly StoredSite[],
  fromMs: number,
  untilMs: number,
  outages: boolean,
) {
  const startMs = fromMs - LEARNED * QUARTER_MS;
  const simulator = new Simulator(
    sites.map(({ locationId, site, devices, simulation }) => ({
      locationId,
      site,
      devices,
      ...simulation!,
    })),
    { outages },
  );
  const travellers = new Map(sites.map((site) => [site.locationId, setOff(site, startMs)]));
  const slots = new Map<number, Slot>();
  for (const quarter of simulator.quarters(startMs, untilMs)) {
    const { quarterMs, locationId } = quarter;
    const slot = slots.get(quarterMs) ?? slotAt(quarterMs);
    slots.set(quarterMs, slot);
    goThrough(travellers.get(locationId)!, quarter, quarterMs >= fromMs ? slot : null);
  }
  const areas = new Map<string, AreaDay>();
  for (const { stored, days } of travellers.values())
    for (const day of days.values()) addToAreas(areas, stored, day);
  const all = [...travellers.values()];
  return {
    days: all.flatMap(({ days }) => [...days.values()]),
    areas: [...areas.values()],
    live: all.map((one) => liveOf(one, untilMs)),
    learned: new Map(all.map(({ stored, learned }) => [stored.locationId, learned])),
  };
}

const setOff = (stored: StoredSite, startMs: number): Traveller => ({
  stored,
  learned: nothingLearned(startMs),
  kwh: storedIn(stored.site, undefined),
  days: new Map(),
  last: undefined,
});

/** Forecasts a quarter-hour, then sees it and learns from it; a slot says where it is recorded. */
function goThrough(one: Traveller, quarter: SimulatedQuarter, slot: Slot | null): void {
  const { site, locationId } = one.stored;
  if (slot) {
    const day = one.days.get(slot.day) ?? blankDay(locationId, slot.day, slot.isps);
    one.days.set(slot.day, day);
    const room = outlookOf(site, one.learned, one.kwh, quarter.quarterMs, 1);
    day.forecast[slot.index] = room.forecastKw[0]!;
    day.upward[slot.index] = room.upwardKw[0]!;
    day.downward[slot.index] = room.downwardKw[0]!;
    day.flags[slot.index] = flagsOf(site, quarter.online);
    if (quarter.online) {
      day.actual[slot.index] = quarter.injectionKw;
      day.pv[slot.index] = quarter.pvKw;
      day.load[slot.index] = quarter.loadKw;
      if (site.batteries.length > 0) day.battery[slot.index] = quarter.batteryKw;
    }
  }
  one.kwh = quarter.storedKwh;
  if (!quarter.online) return;
  learn(site, one.learned, quarter.quarterMs, quarter.pvKw, quarter.loadKw);
  one.last = quarter;
}

const flagsOf = ({ panels, batteries }: StoredSite["site"], online: boolean) =>
  HEARD |
  (panels.length > 0 ? PV_HEARD : 0) |
  (panels.length > 0 && online ? PANELS : 0) |
  (batteries.length > 0 ? BATTERY_HEARD : 0);

function addToAreas(areas: Map<string, AreaDay>, site: StoredSite, day: LocationDay): void {
  for (const [kind, areaId] of areasOf(site)) {
    const key = `${kind} ${areaId} ${day.day}`;
    const sum = areas.get(key) ?? blankAreaDay(kind, areaId, day.day, day.isps);
    for (let i = 0; i < day.isps; i++) {
      const share = shareOf(recordedAt(day, i));
      for (const name of Object.keys(share) as Summed[]) sum[name][i]! += share[name];
    }
    areas.set(key, sum);
  }
}

function liveOf({ stored, kwh, last }: Traveller, untilMs: number): LiveRow {
  const { panels, batteries } = stored.site;
  const heardAt = last ? new Date(last.quarterMs + QUARTER_MS) : null;
  return {
    locationId: stored.locationId,
    storedKwh: Float32Array.from(kwh),
    freeKwh: Float32Array.from(kwh),
    divergedAt: null,
    lastInjectionKw: last?.injectionKw ?? null,
    storedTotalKwh: kwh.length === 0 ? null : kwh.reduce((sum, own) => sum + own, 0),
    measuredAt: heardAt ?? new Date(untilMs),
    pvAt: panels.length > 0 ? heardAt : null,
    batteryAt: batteries.length > 0 ? heardAt : null,
  };
}
