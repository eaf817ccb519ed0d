import { MINUTE_MS, QUARTER_MS } from "../engine/calendar.ts";
import type { Measurement } from "../gateway/gateway.ts";
import type { IspValues } from "../store/record-isp.ts";
import type { LiveRow } from "../store/live.ts";
import type { StoredSite } from "../store/sites.ts";

const MINUTES = QUARTER_MS / MINUTE_MS;
/** A quarter of which fewer minutes were measured is not known. */
const LEAST_MINUTES = 8;

const emptyQuarter = (locationId: string, quarterMs: number): LiveRow => ({
  locationId,
  quarter: new Date(quarterMs),
  injection: new Float32Array(MINUTES).fill(NaN),
  pv: new Float32Array(MINUTES).fill(NaN),
  battery: new Float32Array(MINUTES).fill(NaN),
  controlled: false,
  storedKwh: new Float32Array(),
  lastInjectionKw: 0,
  storedTotalKwh: 0,
  measuredAt: new Date(quarterMs),
});

/** The minutes of one quarter of an hour as they come in, for many locations. */
export class RunningQuarter {
  private readonly rows: Map<string, LiveRow>;

  constructor(
    readonly quarterMs: number,
    kept: readonly LiveRow[] = [],
  ) {
    this.rows = new Map(
      kept.filter((row) => row.quarter.getTime() === quarterMs).map((row) => [row.locationId, row]),
    );
  }

  /** Takes a minute in; the same minute again replaces what it said before. */
  add(measurement: Measurement, controlled: boolean): void {
    const { locationId, minuteMs, injectionKw, pvKw, batteryKw, storedKwh } = measurement;
    const row = this.rows.get(locationId) ?? emptyQuarter(locationId, this.quarterMs);
    const minute = (minuteMs - this.quarterMs) / MINUTE_MS;
    row.injection[minute] = injectionKw;
    row.pv[minute] = pvKw;
    row.battery[minute] = batteryKw;
    row.controlled ||= controlled;
    row.storedKwh = Float32Array.from(storedKwh);
    row.lastInjectionKw = injectionKw;
    row.storedTotalKwh = storedKwh.reduce((sum, kwh) => sum + kwh, 0);
    row.measuredAt = new Date(minuteMs + MINUTE_MS);
    this.rows.set(locationId, row);
  }

  /** What there is to keep of the quarter so far. */
  live(): LiveRow[] {
    return [...this.rows.values()];
  }

  /** The averages of the quarter; `load` is what generation and battery leave to explain. */
  values(sites: readonly StoredSite[]): IspValues[] {
    return sites.flatMap((site) => {
      const row = this.rows.get(site.locationId);
      const measured = row?.injection.filter((kw) => !Number.isNaN(kw)).length ?? 0;
      if (!row || measured < LEAST_MINUTES) return [];
      const actual = mean(row.injection);
      const pv = mean(row.pv);
      return [
        {
          locationId: site.locationId,
          groupId: site.groupId,
          biddingZone: site.biddingZone,
          actual,
          pv,
          load: pv + mean(row.battery) - actual,
          controlled: row.controlled,
        },
      ];
    });
  }
}

function mean(minutes: Float32Array): number {
  const known = minutes.filter((kw) => !Number.isNaN(kw));
  return known.reduce((sum, kw) => sum + kw, 0) / known.length;
}
