/** A statement of PostgreSQL has at most 65,535 parameters. */
const ROWS_PER_STATEMENT = 1_000;

/** Rows in portions that one statement can insert. */
export const toPortions = <T>(rows: readonly T[]): T[][] =>
  Array.from({ length: Math.ceil(rows.length / ROWS_PER_STATEMENT) }, (_, n) =>
    rows.slice(n * ROWS_PER_STATEMENT, (n + 1) * ROWS_PER_STATEMENT),
  );
