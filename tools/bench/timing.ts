/** The median of numbers; of an even count the upper of the two. */
export const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!;

/** Runs a task several times and returns the median duration in milliseconds. */
export async function medianTime(times: number, task: () => Promise<unknown>): Promise<number> {
  const durations: number[] = [];
  for (let i = 0; i < times; i++) {
    const start = performance.now();
    await task();
    durations.push(performance.now() - start);
  }
  return median(durations);
}

const UNITS = ["B", "kB", "MB", "GB"];

/** A duration for output. */
export const shortTime = (ms: number): string =>
  ms < 1_000 ? `${ms.toPrecision(3)} ms` : `${(ms / 1_000).toFixed(2)} s`;

/** A size for output. */
export function shortSize(bytes: number): string {
  const step = Math.min(UNITS.length - 1, Math.floor(Math.log10(Math.max(1, bytes)) / 3));
  return `${(bytes / 1000 ** step).toPrecision(4)} ${UNITS[step]}`;
}
