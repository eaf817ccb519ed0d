import { floorQuarter, MINUTE_MS, QUARTER_MS } from "../../lib/time/amsterdam.ts";
import type { PlacedStep } from "./course.ts";
import type { PlannedControl } from "./simulate-plan.ts";

/** The changes a control makes in the plan of a location outside its window. */
export interface Aftermath {
  /**
   * Average change in kW over each quarter-hour from the end of the window on (the first is the
   * rest of the one in which the window ends), outside of other controls.
   */
  reboundKw: Float64Array;
  /** Average change in kW over each part of the window of an earlier control, in its minutes. */
  restated: ReadonlyMap<PlannedControl, Float64Array>;
}

export const NO_AFTERMATH: Aftermath = { reboundKw: new Float64Array(), restated: new Map() };

/** The sums of a period after a window by quarter-hour, and by interval of earlier controls. */
export class AftermathSums {
  private rebound: number[] = [];
  private restated: Map<PlannedControl, Float64Array> | null = null;
  /** Arrays for the result by their length, used again. */
  private readonly reboundKw: Float64Array[] = [];

  constructor(private readonly toMs: number) {}

  clear(): void {
    this.rebound.length = 0;
    this.restated = null;
  }

  add({ owner, part }: PlacedStep, kwMinutes: number): void {
    if (owner) this.addRestated(owner, part, kwMinutes);
    else this.rebound[part] = (this.rebound[part] ?? 0) + kwMinutes;
  }

  private addRestated(owner: PlannedControl, part: number, kwMinutes: number): void {
    this.restated ??= new Map();
    const parts = Math.ceil((owner.toMs - floorQuarter(owner.fromMs)) / QUARTER_MS);
    const sums = this.restated.get(owner) ?? new Float64Array(parts);
    sums[part]! += kwMinutes;
    this.restated.set(owner, sums);
  }

  /** The averages of all sums; `reboundKw` is valid until the next call. */
  averages(): Aftermath {
    const { rebound, restated, toMs } = this;
    if (rebound.length === 0 && !restated) return NO_AFTERMATH;
    const reboundKw = (this.reboundKw[rebound.length] ??= new Float64Array(rebound.length));
    averageParts(rebound, toMs, Infinity, reboundKw);
    if (!restated) return { reboundKw, restated: NO_AFTERMATH.restated };
    const restatedKw = [...restated].map(
      ([owner, sums]) => [owner, averageParts(sums, owner.fromMs, owner.toMs)] as const,
    );
    return { reboundKw, restated: new Map(restatedKw) };
  }
}

/** Averages over each part of a window in kW, from kW × minutes. */
function averageParts(
  sums: ArrayLike<number>,
  fromMs: number,
  toMs: number,
  kw: Float64Array = new Float64Array(sums.length),
): Float64Array {
  const firstMs = floorQuarter(fromMs);
  for (let part = 0; part < kw.length; part++) {
    const startMs = Math.max(fromMs, firstMs + part * QUARTER_MS);
    const endMs = Math.min(toMs, firstMs + (part + 1) * QUARTER_MS);
    kw[part] = ((sums[part] ?? 0) * MINUTE_MS) / (endMs - startMs);
  }
  return kw;
}
