import type { ControlEffect, ControlShift } from "../../lib/contract/index.ts";
import { floorQuarter, getIspParts, QUARTER_MS } from "../../lib/time/amsterdam.ts";
import { toEffects, toShifts } from "../engine/control.ts";
import type { LocationChange } from "../engine/location-change.ts";
import type { ControlAt } from "../store/controls.ts";
import type { Restatement } from "../store/restatements.ts";
import type { Window } from "./location-plans.ts";

/** Sums over locations of the changes in a window and after it. */
export class ControlSums {
  private readonly parts;
  private readonly beforeKw;
  private readonly afterKw;
  private readonly reboundKw: number[] = [];
  private readonly restated = new Map<string, RestatedSum>();

  constructor(private readonly window: Window) {
    this.parts = getIspParts(window.fromMs, window.toMs);
    this.beforeKw = new Float64Array(this.parts.length);
    this.afterKw = new Float64Array(this.parts.length);
  }

  add(locationId: string, { beforeKw, afterKw, reboundKw, restated }: LocationChange): void {
    for (let i = 0; i < this.parts.length; i++) {
      this.beforeKw[i]! += beforeKw[i]!;
      this.afterKw[i]! += afterKw[i]!;
    }
    for (let i = 0; i < reboundKw.length; i++)
      this.reboundKw[i] = (this.reboundKw[i] ?? 0) + (reboundKw[i] || 0);
    if (restated.size === 0) return;
    for (const [owner, kw] of restated) this.addRestated(locationId, owner as ControlAt, kw);
  }

  private addRestated(locationId: string, owner: ControlAt, kw: Float64Array): void {
    const sum = this.restated.get(owner.id) ?? new RestatedSum(owner);
    this.restated.set(owner.id, sum);
    sum.add(locationId, kw);
  }

  results(): ControlEffect[] {
    return toEffects(this.parts, this.beforeKw, this.afterKw);
  }

  rebound(): ControlShift[] {
    const { toMs } = this.window;
    const untilMs = floorQuarter(toMs) + this.reboundKw.length * QUARTER_MS;
    return toShifts(getIspParts(toMs, untilMs), this.reboundKw);
  }

  restatements(): Restatement[] {
    return [...this.restated.values()]
      .map((sum) => sum.restatement())
      .filter(({ results }) => results.length > 0);
  }
}

/** A change at one location below this many kW is rounding. */
const NO_CHANGE_KW = 1e-4;

/** The changes in the window of an earlier control. */
class RestatedSum {
  private readonly parts;
  private readonly kw;
  private readonly locations = new Map<string, Float32Array>();

  constructor(private readonly owner: ControlAt) {
    this.parts = getIspParts(owner.fromMs, owner.toMs);
    this.kw = new Float64Array(this.parts.length);
  }

  add(locationId: string, kw: Float64Array): void {
    for (let i = 0; i < this.parts.length; i++) this.kw[i]! += kw[i] || 0;
    if (kw.some((one) => Math.abs(one) >= NO_CHANGE_KW))
      this.locations.set(locationId, this.inPlannedParts(kw));
  }

  /** As averages over the parts of the planned window, which a cancellation may have shortened. */
  private inPlannedParts(kw: Float64Array): Float32Array {
    const planned = getIspParts(this.owner.fromMs, this.owner.plannedToMs);
    return Float32Array.from(planned, ({ fromMs, toMs }, i) => {
      const part = this.parts[i];
      return part ? ((kw[i] || 0) * (part.toMs - part.fromMs)) / (toMs - fromMs) : 0;
    });
  }

  restatement(): Restatement {
    const { id } = this.owner;
    return { controlId: id, results: toShifts(this.parts, this.kw), locations: this.locations };
  }
}
