const MAX_EXAMPLES = 3;
const TEXT_WIDTH = 80;

/** The number of rows rejected for one reason, and the first of them. */
export interface Refused {
  reason: string;
  rows: number;
  first: { line: number; text: string }[];
}

const short = (text: string) =>
  (text.length > TEXT_WIDTH ? `${text.slice(0, TEXT_WIDTH - 1)}…` : text).replace(/\p{Cc}/gu, " ");

/** The rejected rows of a file, by reason. */
export class RefusedRows {
  private readonly reasons = new Map<string, Refused>();

  add(line: number, text: string, reason: string): void {
    const refused = this.reasons.get(reason) ?? { reason, rows: 0, first: [] };
    refused.rows++;
    if (refused.first.length < MAX_EXAMPLES) refused.first.push({ line, text: short(text) });
    this.reasons.set(reason, refused);
  }

  get byReason(): Refused[] {
    return [...this.reasons.values()];
  }

  get rows(): number {
    return this.byReason.reduce((sum, { rows }) => sum + rows, 0);
  }
}

/** An error that stops a command; the message names the fault and the remedy. */
export class Refusal extends Error {}

/** An error that rejects a row; the message is the reason, in a form that fits many rows. */
export class RowRefusal extends Error {}
