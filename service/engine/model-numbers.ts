/** Quarters of a day. */
export const SLOTS = 96;
/** Where the typical load by quarter of the local day is; that of the PV output comes first. */
export const TYPICAL_LOAD = SLOTS;
/** Where the parameters of the methods are: those of PV first, then those of the load. */
export const PARAMETERS = TYPICAL_LOAD + SLOTS;

/** The largest typical load in kW, or `minKw` where none is larger. */
export function largestTypicalLoad(numbers: Float32Array, minKw: number): number {
  let largestKw = minKw;
  for (let slot = 0; slot < SLOTS; slot++) {
    const kw = numbers[TYPICAL_LOAD + slot]!;
    if (kw > largestKw) largestKw = kw;
  }
  return largestKw;
}
