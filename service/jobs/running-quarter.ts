import { MINUTE_MS, QUARTER_MS } from "../engine/calendar.ts";
import { minutePlan } from "../engine/plan.ts";
import type { Measurement } from "../gateway/gateway.ts";
import type { LiveRow } from "../store/live.ts";
import type { IspValues } from "../store/record-isp.ts";
import type { StoredSite } from "../store/sites.ts";

const MINUTES = QUARTER_MS / MINUTE_MS;
/** A quarter of which fewer minutes were measured is not known. */
const LEAST_MINUTES = 8;
/** After a day nothing is left of what a control did to a battery. */
const DIVERGED_MOST_MS = 24 * 60 * 60 * 1000;
/** Batteries that differ by less than this share of their capacity have met again. */
const MET_SHARE = 0.01;

/** What a minute would have been without a control. */
export interface Undisturbed {
  /** Whether a control was at work, or had been just before. */
  controlled: boolean;
  /** Generation that was expected, in kW. */
  expectedPvKw: number;
}

const emptyQuarter = (site: StoredSite, quarterMs: number, kept: LiveRow | undefined): LiveRow => ({
  storedKwh: new Float32Array(),
  freeKwh: new Float32Array(),
  divergedAt: null,
  lastInjectionKw: 0,
  storedTotalKwh: 0,
  measuredAt: new Date(quarterMs),
  ...kept,
  locationId: site.locationId,
  quarter: new Date(quarterMs),
  injection: new Float32Array(MINUTES).fill(NaN),
  pv: new Float32Array(MINUTES).fill(NaN),
  battery: new Float32Array(MINUTES).fill(NaN),
  controlled: false,
});

/** The minutes of one quarter of an hour as they come in, for many locations. */
export class RunningQuarter {
  private readonly kept: Map<string, LiveRow>;
  private readonly rows = new Map<string, LiveRow>();

  constructor(
    readonly quarterMs: number,
    kept: readonly LiveRow[] = [],
  ) {
    this.kept = new Map(kept.map((row) => [row.locationId, row]));
  }

  /** Takes a minute in; the same minute again replaces what it said before. */
  add(site: StoredSite, measurement: Measurement, undisturbed: Undisturbed): void {
    const { minuteMs, injectionKw, pvKw, batteryKw, storedKwh } = measurement;
    const row = this.rowOf(site);
    const minute = (minuteMs - this.quarterMs) / MINUTE_MS;
    row.injection[minute] = injectionKw;
    row.pv[minute] = pvKw;
    row.battery[minute] = batteryKw;
    row.controlled ||= undisturbed.controlled;
    carryFree(row, site, measurement, undisturbed);
    row.storedKwh = Float32Array.from(storedKwh);
    row.lastInjectionKw = injectionKw;
    row.storedTotalKwh = storedKwh.reduce((sum, kwh) => sum + kwh, 0);
    row.measuredAt = new Date(minuteMs + MINUTE_MS);
    if (!row.divergedAt) row.freeKwh = row.storedKwh;
  }

  /** What there is to keep of the quarter so far. */
  live(): LiveRow[] {
    return [...this.rows.values()];
  }

  /** The averages of the quarter; `load` is what generation and battery leave to explain. */
  values(sites: readonly StoredSite[]): IspValues[] {
    return sites.flatMap(({ locationId }) => {
      const row = this.rows.get(locationId);
      const measured = row?.injection.filter((kw) => !Number.isNaN(kw)).length ?? 0;
      if (!row || measured < LEAST_MINUTES) return [];
      const actual = mean(row.injection);
      const pv = mean(row.pv);
      const load = pv + mean(row.battery) - actual;
      return [{ locationId, actual, pv, load, controlled: row.controlled }];
    });
  }

  private rowOf(site: StoredSite): LiveRow {
    const known = this.rows.get(site.locationId);
    if (known) return known;
    const kept = this.kept.get(site.locationId);
    const running = kept?.quarter.getTime() === this.quarterMs;
    const row = running ? kept : emptyQuarter(site, this.quarterMs, kept);
    this.rows.set(site.locationId, row);
    return row;
  }
}

/**
 * Carries on what the batteries would hold had there been no control: from the last moment before
 * one, in normal operation, until they meet what is measured.
 */
function carryFree(
  row: LiveRow,
  { site }: StoredSite,
  measured: Measurement,
  { controlled, expectedPvKw }: Undisturbed,
): void {
  if (site.batteries.length === 0) return;
  if (controlled && !row.divergedAt && row.storedKwh.length === site.batteries.length) {
    row.divergedAt = new Date(measured.minuteMs);
    row.freeKwh = row.storedKwh;
  }
  if (!row.divergedAt) return;
  const free = Array.from(row.freeKwh);
  const loadKw = measured.pvKw + measured.batteryKw - measured.injectionKw;
  const sunKw = controlled ? Math.max(measured.pvKw, expectedPvKw) : measured.pvKw;
  minutePlan(site, null, sunKw, Math.max(0, loadKw), free);
  row.freeKwh = Float32Array.from(free);
  const met = site.batteries.every(
    ({ capacityKwh }, i) => Math.abs(free[i]! - measured.storedKwh[i]!) < MET_SHARE * capacityKwh,
  );
  const old = measured.minuteMs - row.divergedAt.getTime() >= DIVERGED_MOST_MS;
  if (!controlled && (met || old)) row.divergedAt = null;
}

function mean(minutes: Float32Array): number {
  const known = minutes.filter((kw) => !Number.isNaN(kw));
  return known.reduce((sum, kw) => sum + kw, 0) / known.length;
}
