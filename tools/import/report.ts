import type { RefusedRows } from "../meter-csv/refused-rows.ts";
import { HOUR_MS, localStamp, offsetAt } from "../../lib/time/amsterdam.ts";

const MAX_GAPS = 10;

/** Counts of the rows of a file, updated during the import. */
export interface Tally {
  rows: number;
  /** Values accepted by the service; on a dry run, those that would be sent. */
  values: number;
  intervals: number;
  changed: number;
}

/** The reader's final counts of a file. */
export interface Read {
  refused: RefusedRows;
  sameAgain: number;
  notes: readonly string[];
  gaps(): readonly [number, number][];
}

const number = (value: number) => value.toLocaleString("en-GB");

/** A moment in local time in Amsterdam with its offset, `2026-10-25 02:15+01:00`. */
export const offsetStamp = (ms: number): string =>
  `${localStamp(ms).slice(0, 16)}+0${offsetAt(ms) / HOUR_MS}:00`;

function gapLines(gaps: readonly [number, number][]): string[] {
  if (gaps.length === 0) return ["No gaps"];
  const listed = gaps.slice(0, MAX_GAPS);
  const more = gaps.length - listed.length;
  return [
    `Gaps: ${number(gaps.length)}`,
    ...listed.map(([from, to]) => `  ${offsetStamp(from)} – ${offsetStamp(to)}`),
    ...(more > 0 ? [`  and ${number(more)} more`] : []),
  ];
}

/** The report of an import, line by line. */
export function reportLines(
  tally: Tally,
  { refused, sameAgain, notes, gaps }: Read,
  dryRun: boolean,
): string[] {
  const sent = dryRun
    ? [`Values that would be sent: ${number(tally.values)} (dry run, nothing was sent)`]
    : [
        `Values sent: ${number(tally.values)}`,
        `Quarter-hours: ${number(tally.intervals)}, changed ${number(tally.changed)}, unchanged ${number(tally.intervals - tally.changed)}`,
      ];
  const reasons = refused.byReason.flatMap(({ reason, rows, first }) => [
    `  ${number(rows)}: ${reason}`,
    ...first.map(({ line, text }) => `    line ${line}: ${text}`),
  ]);
  return [
    `Rows read: ${number(tally.rows)}`,
    ...sent,
    `Rows refused: ${number(refused.rows)}`,
    ...reasons,
    ...(sameAgain > 0 ? [`Repeated with the same value: ${number(sameAgain)}`] : []),
    ...gapLines(gaps()),
    ...notes.map((sentence) => `Note: ${sentence}`),
  ];
}

/** 0 when every row was accepted, 2 when some were refused, 1 when none could be used. */
export function exitCode({ values }: Tally, { refused }: Read): 0 | 1 | 2 {
  if (values === 0) return 1;
  return refused.rows > 0 ? 2 : 0;
}
