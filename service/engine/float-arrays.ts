/** Makes an array of zeros. */
export type NewFloats = (count: number) => Float32Array;

export const newFloats: NewFloats = (count) => new Float32Array(count);

/** Makes arrays of one length, each of zeros and valid until `arrays` more have been taken. */
export function reuseFloats(length: number, arrays: number): NewFloats {
  const all = Array.from({ length: arrays }, () => newFloats(length));
  let taken = 0;
  return () => all[taken++ % arrays]!.fill(0);
}

/**
 * Memory for the arrays of one site after another: making new ones for each takes a fifth of the time
 * of a forecast of 7 days.
 */
export class FloatScratch {
  private used = 0;
  private floats: Float32Array;
  /** The arrays of one site after another are often the same ones, by their order. */
  private views: Float32Array[] = [];
  private taken = 0;

  constructor(count: number) {
    this.floats = new Float32Array(count);
  }

  /** An array of zeros, valid until `clear`. */
  readonly take: NewFloats = (count) => {
    const from = this.used;
    this.used += count;
    if (this.used > this.floats.length) return newFloats(count);
    const at = this.taken++;
    const last = this.views[at];
    if (last?.length === count && last.byteOffset === from * last.BYTES_PER_ELEMENT)
      return last.fill(0);
    return (this.views[at] = this.floats.subarray(from, this.used)).fill(0);
  };

  /** Ends the use of all arrays. */
  clear(): void {
    if (this.used > this.floats.length) {
      this.floats = new Float32Array(this.used);
      this.views = [];
    }
    this.used = this.taken = 0;
  }
}
