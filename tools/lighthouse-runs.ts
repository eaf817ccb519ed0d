const RUNS = 3;

/** The options: the number of runs per page, and a filter for page names. */
export interface LighthouseArguments {
  runs: number;
  filters: string[];
}

/**
 * Parses the arguments.
 * @throws Error with a message when `--runs` is not followed by a whole number from 1
 */
export function readArguments(filters: string[]): LighthouseArguments {
  const at = filters.indexOf("--runs");
  if (at < 0) return { runs: RUNS, filters };
  const runs = Number(filters[at + 1]);
  if (!Number.isInteger(runs) || runs < 1) throw new Error("--runs needs a whole number from 1.");
  return { runs, filters: filters.toSpliced(at, 2) };
}

/** The median by a number; for an even count the lower of the two, so that it is a measured run. */
export function medianBy<T>(items: readonly T[], number: (item: T) => number): T {
  const sorted = [...items].sort((a, b) => number(a) - number(b));
  const middle = sorted[Math.floor((sorted.length - 1) / 2)];
  if (middle === undefined) throw new Error("There is no median of nothing.");
  return middle;
}
