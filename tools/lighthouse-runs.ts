const RUNS = 3;

/** What the command asks for: how often each page is measured, and words that pages' names hold. */
export interface LighthouseArguments {
  runs: number;
  words: string[];
}

/**
 * Reads the words after the command.
 * @throws Error with a sentence when `--runs` is not followed by a whole number from 1
 */
export function readArguments(words: string[]): LighthouseArguments {
  const at = words.indexOf("--runs");
  if (at < 0) return { runs: RUNS, words };
  const runs = Number(words[at + 1]);
  if (!Number.isInteger(runs) || runs < 1) throw new Error("--runs needs a whole number from 1.");
  return { runs, words: words.toSpliced(at, 2) };
}

/** The one in the middle by a number; of an even count the lower of the two, so that none is made up. */
export function medianBy<T>(items: readonly T[], number: (item: T) => number): T {
  const sorted = [...items].sort((a, b) => number(a) - number(b));
  const middle = sorted[Math.floor((sorted.length - 1) / 2)];
  if (middle === undefined) throw new Error("There is no median of nothing.");
  return middle;
}
