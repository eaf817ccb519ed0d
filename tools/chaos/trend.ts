/** A sample of a quantity: when, in hours, and how much. */
export interface Sample {
  hours: number;
  value: number;
}

/** How much a quantity grows in an hour, with the bounds of 95 % confidence. */
export interface Slope {
  perHour: number;
  from: number;
  to: number;
}

const CONFIDENT = 1.96;

/**
 * The slope of the straight line that fits samples best (least squares). Its bounds count only as
 * many samples as are independent, since what a process uses now is mostly what it used before:
 * n(1 − r)/(1 + r), where r is the correlation of one residual with the next.
 * @throws Error for fewer than 3 samples
 */
export function slopeOf(samples: Sample[]): Slope {
  const count = samples.length;
  if (count < 3) throw new Error("A slope needs three samples or more.");
  const meanOf = (pick: (sample: Sample) => number) =>
    samples.reduce((sum, sample) => sum + pick(sample), 0) / count;
  const middle = { hours: meanOf(({ hours }) => hours), value: meanOf(({ value }) => value) };
  const spread = sumOf(samples.map(({ hours }) => (hours - middle.hours) ** 2));
  const shared = samples.map(({ hours, value }) => (hours - middle.hours) * (value - middle.value));
  const perHour = sumOf(shared) / spread;
  const residuals = samples.map(
    ({ hours, value }) => value - middle.value - perHour * (hours - middle.hours),
  );
  const squares = sumOf(residuals.map((residual) => residual ** 2));
  const neighbours = residuals.slice(1).map((residual, n) => residual * residuals[n]!);
  const repeated = squares === 0 ? 0 : Math.max(0, Math.min(0.99, sumOf(neighbours) / squares));
  const independent = Math.max(3, (count * (1 - repeated)) / (1 + repeated));
  const error = Math.sqrt((squares / count / (independent - 2)) * (count / spread));
  return { perHour, from: perHour - CONFIDENT * error, to: perHour + CONFIDENT * error };
}

const sumOf = (values: number[]) => values.reduce((sum, value) => sum + value, 0);
