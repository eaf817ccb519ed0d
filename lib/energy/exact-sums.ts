/** Whole millionths: micro-euros of euros, milliwatt-hours of kWh. Exact below 4 billion. */
export const toMillionths = (value: number): number => Math.round(value * 1e6) + 0;

/** Euros of micro-euros, kWh of milliwatt-hours. */
export const fromMillionths = (millionths: number): number => millionths / 1e6;

/** The sum of amounts that have at most six decimals, exactly; null if one of them is unknown. */
export function sumExactly(values: readonly (number | null)[]): number | null {
  let sum = 0;
  for (const value of values) {
    if (value === null) return null;
    sum += toMillionths(value);
  }
  return fromMillionths(sum);
}
