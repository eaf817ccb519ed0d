import { MINUTE_MS, QUARTER_MS } from "../../../lib/time/amsterdam.ts";
import { applianceShare, loadShape, wallQuarters, type LoadProfile } from "./load-shapes.ts";
import { hashed, hashSeed, smoothNoise } from "./noise.ts";

const SLOT_MINUTES = 30;
/** Mean energy of one appliance run, in kWh: 0.8 to 2.6 kW for 8 to 30 minutes. */
const APPLIANCE_KWH = (1.7 * 19) / 60;

/** An appliance that runs within one half hour, in minutes of local time since 1970. */
interface Appliance {
  fromMinute: number;
  toMinute: number;
  kw: number;
}

/** The load behind one meter per minute; deterministic for each minute. */
export class Load {
  private readonly profile: LoadProfile;
  private readonly seed: number;
  private readonly rhythmQuarters: number;
  private readonly standbyKw: number;
  private readonly meanKw: number;
  private readonly appliancesPerSlot: number;
  private readonly noise: number;
  private quarter = NaN;
  private wallMinute = 0;
  private before = 1;
  private here = 1;
  private after = 1;
  private dayFactor = 1;
  private appliances: Appliance[] = [];

  constructor(seed: string, profile: LoadProfile, kwhPerDay: number) {
    this.profile = profile;
    this.seed = hashSeed(`load ${seed}`);
    this.rhythmQuarters = Math.floor(hashed(this.seed, 1) * 7) - 3;
    this.standbyKw = kwhPerDay / 24 / 10;
    this.meanKw = ((1 - applianceShare(profile)) * kwhPerDay) / 24;
    this.appliancesPerSlot = (applianceShare(profile) * kwhPerDay) / (48 * APPLIANCE_KWH);
    this.noise = profile === "household" ? 0.25 : 0.08;
  }

  /** Load in the minute that starts `minute` minutes after 1970, in kW; never below standby. */
  at(minute: number): number {
    const quarter = Math.floor(minute / 15);
    if (quarter !== this.quarter) this.enter(quarter);
    const into = minute - quarter * 15;
    const wander = 1 + this.noise * smoothNoise(this.seed, minute / 12);
    let kw = this.meanKw * this.shapeAt((into + 0.5) / 15) * wander * this.dayFactor;
    const wallMinute = this.wallMinute + into;
    for (const appliance of this.appliances) {
      if (wallMinute >= appliance.fromMinute && wallMinute < appliance.toMinute) kw += appliance.kw;
    }
    return Math.max(this.standbyKw, kw);
  }

  private enter(quarter: number): void {
    const wall = wallQuarters(quarter * QUARTER_MS);
    const shifted = wall - this.rhythmQuarters;
    this.quarter = quarter;
    this.wallMinute = (wall * QUARTER_MS) / MINUTE_MS;
    this.before = loadShape(this.profile, shifted - 1);
    this.here = loadShape(this.profile, shifted);
    this.after = loadShape(this.profile, shifted + 1);
    this.dayFactor = 1 + (hashed(this.seed, Math.floor(wall / 96)) - 0.5) * 0.3;
    this.appliances = this.appliancesIn(Math.floor(this.wallMinute / SLOT_MINUTES));
  }

  /**
   * The shape interpolated between the middles of the adjacent quarter-hours; `part` of this one, 0
   * to 1.
   */
  private shapeAt(part: number): number {
    return part < 0.5
      ? this.before + (this.here - this.before) * (part + 0.5)
      : this.here + (this.after - this.here) * (part - 0.5);
  }

  /** The appliances that run in a half hour; more when the shape is high. */
  private appliancesIn(slot: number): Appliance[] {
    if (this.appliancesPerSlot === 0) return [];
    const shape = loadShape(this.profile, slot * 2 - this.rhythmQuarters);
    const expected = this.appliancesPerSlot * shape * this.dayFactor;
    const draws = Math.floor(expected) + 1;
    const found: Appliance[] = [];
    for (let n = slot * 8; n < slot * 8 + draws; n++) {
      if (hashed(this.seed + 1, n) >= expected / draws) continue;
      const lasts = 8 + 22 * hashed(this.seed + 2, n);
      const fromMinute = slot * SLOT_MINUTES + hashed(this.seed + 3, n) * (SLOT_MINUTES - lasts);
      const kw = 0.8 + 1.8 * hashed(this.seed + 4, n);
      found.push({ fromMinute, toMinute: fromMinute + lasts, kw });
    }
    return found;
  }
}
