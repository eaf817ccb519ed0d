/** What the last quarter-hour, the last hour and the last day still tell about a quarter-hour. */
interface Weights {
  now: number;
  hour: number;
  day: number;
}

/** What each memory keeps per quarter-hour of daylight: 1/e after 6 minutes, 30 minutes, 8 hours. */
export const MEMORIES = [Math.exp(-1 / 0.4), Math.exp(-1 / 2), Math.exp(-1 / 32)] as const;

/**
 * Weights by lead in quarter-hours: between the least-squares and the least-absolute fit over six
 * series, two of them Dutch substations, rounded. Fitted on the other four series only, the error on
 * the substations grows by at most 0.3 % of peak; see `npm run backtest`.
 */
const FITTED: readonly [lead: number, ...Weights[keyof Weights][]][] = [
  [1, 0.77, 0.18, 0.04],
  [2, 0.56, 0.36, 0.06],
  [4, 0.43, 0.44, 0.1],
  [8, 0.32, 0.47, 0.14],
  [16, 0.28, 0.4, 0.18],
  [64, 0.08, 0.16, 0.25],
  [96, 0.08, 0.12, 0.25],
  [192, 0.06, 0.1, 0.09],
  [672, 0, 0, 0],
];

const LAST = FITTED[FITTED.length - 1]![0];
const NOTHING: Weights = { now: 0, hour: 0, day: 0 };

function between(lead: number): Weights {
  const after = FITTED.findIndex(([fitted]) => fitted >= lead);
  const [to, ...end] = FITTED[after]!;
  const [from, ...begin] = FITTED[Math.max(0, after - 1)]!;
  const share = to === from ? 1 : (lead - from) / (to - from);
  const at = (which: number) => begin[which]! + share * (end[which]! - begin[which]!);
  return { now: at(0), hour: at(1), day: at(2) };
}

const byLead = Array.from({ length: LAST + 1 }, (_, lead) => between(Math.max(1, lead)));

/** The weights for a whole number of quarter-hours after the last one learned in daylight. */
export const weightsOf = (lead: number): Weights => byLead[lead] ?? NOTHING;
