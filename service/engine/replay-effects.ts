import { QUARTER_MS } from "../../lib/time/amsterdam.ts";
import type { RuleControlType } from "./rule.ts";
import type { TermsEffect } from "./rule-value.ts";
import { toMilliwattHours } from "./value.ts";

/** What a control can change at locations, in kW: a column each. */
export interface ReachColumns {
  /** Which of the contract terms apply. */
  terms: Uint32Array;
  panelsKw: Float64Array;
  batteryKw: Float64Array;
  /** The power at which its batteries are filled within the hours of a window. */
  fillKw: Float64Array;
}

/** Intervals of a day at the same locations, in kW: a value of each interval for each location. */
export interface DayColumns {
  indices: readonly number[];
  forecast: Float32Array;
  downward: Float32Array;
  actual: Float32Array;
  flags: Uint8Array;
}

/** The ISPs of a day that are summed: the first of them in the sums, and where each is in the day. */
export interface IspColumns {
  slot: number;
  at: readonly number[];
}

/** The change in an ISP in milliwatt-hours, and what it is in each of the terms. */
export interface EffectSum {
  curtailed: number;
  terms: Omit<TermsEffect, "prices">[];
}

/** The sums of a location's terms: less feed-in, more import and compensated energy. */
const FIELDS = 3;

/**
 * What one type of control changes in ISPs, summed over locations in milliwatt-hours, by the
 * measurements; where a control ran or nothing was measured by the forecast at the start of the ISP.
 * Each ISP has the curtailed energy, then three sums of each of the terms.
 */
export class EffectSums {
  private readonly width: number;
  private readonly sums: Float64Array;
  private readonly isFound: Uint8Array;

  constructor(
    private readonly type: RuleControlType,
    isps: number,
    private readonly termsCount: number,
  ) {
    this.width = 1 + FIELDS * termsCount;
    this.sums = new Float64Array(isps * this.width);
    this.isFound = new Uint8Array(isps);
  }

  /**
   * Adds a day of locations.
   * @param controlled the flag of intervals under a control, whose measurements do not count
   */
  add(reach: ReachColumns, day: DayColumns, { slot, at }: IspColumns, controlled: number): void {
    const { width, sums } = this;
    const isZeroExport = this.type === "ZERO_EXPORT";
    for (let j = 0; j < at.length; j++) this.isFound[slot + j] = 1;
    for (let i = 0; i < reach.terms.length; i++) {
      const terms = 1 + FIELDS * reach.terms[i]!;
      const panelsKw = reach.panelsKw[i]!;
      const batteryKw = reach.batteryKw[i]!;
      const batteryUseKw = Math.min(batteryKw, reach.fillKw[i]!);
      const from = i * day.indices.length;
      for (let j = 0; j < at.length; j++) {
        const n = from + at[j]!;
        const expectedKw = day.forecast[n]!;
        if (expectedKw !== expectedKw) continue;
        const actualKw = day.actual[n]!;
        const isReal = (day.flags[n]! & controlled) === 0 && actualKw === actualKw;
        const realKw = isReal ? actualKw : expectedKw;
        const row = (slot + j) * width;
        if (isZeroExport) {
          addTo(sums, row, terms, realKw, Math.min(realKw, panelsKw));
          continue;
        }
        const downwardKw = day.downward[n]!;
        const lessKw = Math.max(0, downwardKw - batteryKw) + Math.min(downwardKw, batteryUseKw);
        addTo(sums, row, terms, realKw, lessKw);
      }
    }
  }

  /** The sums of an ISP; null if no day of it was added. */
  get(slot: number): EffectSum | null {
    if (this.isFound[slot] === 0) return null;
    const row = slot * this.width;
    const terms: Omit<TermsEffect, "prices">[] = [];
    for (let i = 0; i < this.termsCount; i++) {
      const [lessFeedIn, moreImport, compensated] = this.sums.subarray(row + 1 + FIELDS * i);
      terms.push({
        lessFeedIn: lessFeedIn!,
        moreImport: moreImport!,
        compensated: compensated!,
      });
    }
    return { curtailed: this.sums[row]!, terms };
  }
}

/** Adds the change of a location, as `addToTerms` does for one. */
function addTo(
  sums: Float64Array,
  row: number,
  terms: number,
  injectionKw: number,
  lessKw: number,
): void {
  if (!(lessKw > 0)) return;
  const without = toMilliwattHours(injectionKw, QUARTER_MS);
  const withControl = toMilliwattHours(injectionKw - lessKw, QUARTER_MS);
  const change = without - withControl;
  const at = row + terms;
  sums[row]! += change;
  sums[at]! += Math.max(without, 0) - Math.max(withControl, 0);
  sums[at + 1]! += Math.max(-withControl, 0) - Math.max(-without, 0);
  sums[at + 2]! += Math.max(change, 0);
}
