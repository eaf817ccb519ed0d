import { QUARTER_MS } from "../../lib/time/amsterdam.ts";
import { train, emptyModel, type ForecastModel } from "../engine/forecast.ts";
import type { SimulatedQuarter } from "../gateway/simulator/simulator.ts";
import { toOutlook, storedIn } from "../planning/flexibility-forecast.ts";
import { getKwDuring, type MeasuredSpan } from "../planning/aggregate-minutes.ts";
import { updateLiveState } from "../planning/live-state.ts";
import {
  BATTERY_RECENT,
  blankDay,
  RECENT,
  PANELS,
  PV_RECENT,
  type LocationDay,
} from "../store/location-days.ts";
import type { LiveRow } from "../store/live-state.ts";
import type { Slot } from "../store/interval-slot.ts";
import { listDevices, type StoredSite } from "../store/sites.ts";

/** A location that has not reported for a day is not expected to report. */
const RECENT_MS = 96 * QUARTER_MS;

/** A demo site during the backfill; its live state is null until it has reported. */
export interface BackfillState {
  stored: StoredSite;
  learned: ForecastModel;
  live: LiveRow | null;
  days: Map<string, LocationDay>;
}

export const startBackfill = (stored: StoredSite, startMs: number): BackfillState => ({
  stored,
  learned: emptyModel(startMs),
  live: null,
  days: new Map(),
});

/** The site day that contains a slot. */
export function dayIn(one: BackfillState, slot: Slot): LocationDay {
  const day = one.days.get(slot.day) ?? blankDay(one.stored.locationId, slot.day, slot.isps);
  one.days.set(slot.day, day);
  return day;
}

/** Makes the forecast of a starting quarter-hour from earlier data only. */
export function freeze(one: BackfillState, quarterMs: number, slot: Slot): void {
  const { site } = one.stored;
  const day = dayIn(one, slot);
  const kwh = storedIn(site, one.live?.freeKwh);
  const room = toOutlook(site, one.learned, kwh, quarterMs, 1);
  day.forecast[slot.index] = room.forecastKw[0]!;
  day.upward[slot.index] = room.upwardKw[0]!;
  day.downward[slot.index] = room.downwardKw[0]!;
  const measuredMs = one.live?.measuredAt.getTime() ?? -Infinity;
  if (measuredMs >= quarterMs - RECENT_MS) day.flags[slot.index] = getRecentFlags(site);
}

const getRecentFlags = ({ panels, batteries }: StoredSite["site"]) =>
  RECENT | (panels.length > 0 ? PV_RECENT : 0) | (batteries.length > 0 ? BATTERY_RECENT : 0);

/** Adds a quarter-hour without control to the training; the slot gives its position in the day. */
export function backfill(one: BackfillState, quarter: SimulatedQuarter, slot: Slot | null): void {
  const { site } = one.stored;
  if (!quarter.online) return;
  if (slot) {
    const day = dayIn(one, slot);
    day.actual[slot.index] = quarter.injectionKw;
    day.pv[slot.index] = quarter.pvKw;
    day.load[slot.index] = quarter.loadKw;
    if (site.batteries.length > 0) day.battery[slot.index] = quarter.batteryKw;
    if (site.panels.length > 0) day.flags[slot.index]! |= PANELS;
  }
  train(site, one.learned, quarter.quarterMs, quarter.pvKw, quarter.loadKw);
  one.live = one.live?.divergedAt
    ? carriedThrough(one.live, one.stored, quarter)
    : toLiveRow(one.stored, quarter);
}

/** Live state of a site whose batteries still differ from the state without a past control. */
function carriedThrough(live: LiveRow, stored: StoredSite, quarter: SimulatedQuarter): LiveRow {
  const span = toMeasuredSpan(stored, quarter);
  const context = { controls: [], expectedPvKw: 0 };
  return updateLiveState(live, stored, [span], getKwDuring(stored), context);
}

/** A quarter-hour as one measurement, with devices of a kind summed. */
function toMeasuredSpan(stored: StoredSite, quarter: SimulatedQuarter): MeasuredSpan {
  const ofKind = (kind: string) =>
    listDevices(stored).filter(({ deviceType }) => deviceType === kind);
  const { quarterMs, injectionKw, pvKw, batteryKw, storedKwh } = quarter;
  return {
    fromMs: quarterMs,
    toMs: quarterMs + QUARTER_MS,
    injectionKw,
    devices: [
      ...ofKind("SOLAR_INVERTER").map(({ id }, _, all) => ({
        deviceId: id,
        powerKw: pvKw / all.length,
        stateOfCharge: null,
      })),
      ...ofKind("BATTERY").map(({ id }, i, all) => ({
        deviceId: id,
        powerKw: batteryKw / all.length,
        stateOfCharge: storedKwh[i]! / stored.site.batteries[i]!.capacityKwh,
      })),
    ],
  };
}

function toLiveRow({ locationId, site }: StoredSite, quarter: SimulatedQuarter): LiveRow {
  const { storedKwh, injectionKw } = quarter;
  const measuredAt = new Date(quarter.quarterMs + QUARTER_MS);
  const held = Float32Array.from(storedKwh);
  return {
    locationId,
    storedKwh: held,
    freeKwh: held,
    divergedAt: null,
    lastInjectionKw: injectionKw,
    storedTotalKwh:
      held.length === 0 ? null : storedKwh.reduce((sum, batteryKwh) => sum + batteryKwh, 0),
    measuredAt,
    pvAt: site.panels.length > 0 ? measuredAt : null,
    batteryAt: site.batteries.length > 0 ? measuredAt : null,
  };
}
