import { LEADS, type Score } from "./replay.ts";

/** The scores of one column of one file. */
export interface Scored {
  file: string;
  column: string;
  kind: "pv" | "load";
  scores: Score[];
}

const LEAD_NAMES: Record<number, string> = { 1: "15 min", 4: "1 h", 16: "4 h", 96: "24 h" };
const HEAD = ["series", "ahead", "intervals", "nMAE", "persistence", "skill", "bias", "in band"];

const percent = (share: number) => (Number.isFinite(share) ? `${(100 * share).toFixed(1)} %` : "–");

function line(name: string, score: Score) {
  const { lead, intervals, nMae, persistenceNMae, skill, bias, coverage } = score;
  const shares = [nMae, persistenceNMae, skill, bias, coverage].map(percent);
  return [name, LEAD_NAMES[lead] ?? `${lead}`, String(intervals), ...shares];
}

const mean = (values: readonly number[]) =>
  values.reduce((sum, value) => sum + value, 0) / values.length;

/** The mean score of the series per lead, unweighted. */
export function meanScores(all: readonly Scored[]): Score[] {
  return LEADS.map((lead, which) => {
    const scores = all
      .map(({ scores }) => scores[which]!)
      .filter(({ skill }) => Number.isFinite(skill));
    const of = (name: keyof Score) => mean(scores.map((score) => score[name]));
    return {
      lead,
      intervals: scores.reduce((sum, { intervals }) => sum + intervals, 0),
      nMae: of("nMae"),
      persistenceNMae: of("persistenceNMae"),
      skill: of("skill"),
      bias: of("bias"),
      coverage: of("coverage"),
      belowBand: of("belowBand"),
      belowMedian: of("belowMedian"),
    };
  });
}

function alignColumns(lines: readonly string[][]): string {
  const widths = HEAD.map((_, column) => Math.max(...lines.map((cells) => cells[column]!.length)));
  const draw = (cells: readonly string[]) =>
    cells
      .map((cell, column) =>
        column < 2 ? cell.padEnd(widths[column]!) : cell.padStart(widths[column]!),
      )
      .join("  ")
      .trimEnd();
  const rule = widths.map((width) => "─".repeat(width)).join("  ");
  return [draw(lines[0]!), rule, ...lines.slice(1).map(draw)].join("\n");
}

/**
 * A table of the scores of one kind, one line per series and lead, with the mean if there are
 * several.
 */
export function formatTable(all: readonly Scored[]): string {
  const lines = all.flatMap(({ file, column, scores }) =>
    scores.map((score, i) => line(i === 0 ? `${file} ${column}` : "", score)),
  );
  const means =
    all.length > 1 ? meanScores(all).map((score, i) => line(i === 0 ? "mean" : "", score)) : [];
  return alignColumns([HEAD, ...lines, ...means]);
}
