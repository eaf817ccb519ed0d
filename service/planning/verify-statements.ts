import type { StatementControl, StatementRow } from "../../lib/contract/index.ts";
import {
  listUnlinkedStatementCalls,
  pageStatementVersions,
  readAuditedHash,
  type StatementVersion,
} from "../store/statements.ts";
import type { Db } from "../store/store.ts";
import { hashLines, type StatementContent } from "./statement.ts";
import { areSumsOfRows, getFormat, sumStatement } from "./statement-sums.ts";

/** The content of a stored version. @throws SyntaxError if its rows are not those that were stored */
export function parseLines(row: StatementVersion): StatementContent {
  const { rowsBy, groups, totals } = row;
  const parsed: unknown[] = row.lines
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line));
  return {
    rowsBy,
    groups,
    totals,
    controls: parsed.slice(0, row.controls) as StatementControl[],
    rows: parsed.slice(row.controls) as StatementRow[],
  };
}

/** What of an issued version is not as it was issued. */
export type StatementFault =
  /** Its stored rows do not have its SHA-256. */
  | "rows"
  /** Its stored sums are not those of its rows. */
  | "sums"
  /** The audit chain has no row of it, or another SHA-256. */
  | "audit"
  /** The audit chain has a row of it, and it is not stored. */
  | "removed";

export interface FaultyVersion extends Pick<
  StatementVersion,
  "kind" | "subjectId" | "month" | "version"
> {
  faults: StatementFault[];
}

/** What of a stored version is not as it was issued. */
export async function findStatementFaults(
  db: Db,
  row: StatementVersion,
): Promise<Exclude<StatementFault, "removed">[]> {
  const hasRows = hashLines(row.lines) === row.sha256;
  return [
    ...(hasRows ? [] : (["rows"] as const)),
    ...(hasRows && !hasItsSums(row) ? (["sums"] as const) : []),
    ...((await readAuditedHash(db, row)) === row.sha256 ? [] : (["audit"] as const)),
  ];
}

function hasItsSums(row: StatementVersion): boolean {
  try {
    const content = parseLines(row);
    const format = getFormat(content);
    const isZone = row.kind === "bidding_zone";
    const sums = sumStatement(content.controls, content.rows, { isZone, format });
    return areSumsOfRows(row, sums);
  } catch {
    // Rows that were altered together with their SHA-256 need not be rows at all.
    return false;
  }
}

/** Compares every issued version with its SHA-256 and with the audit chain. */
export async function verifyStatements(
  db: Db,
): Promise<{ versions: number; faulty: FaultyVersion[] }> {
  const faulty: FaultyVersion[] = [];
  let versions = 0;
  for await (const row of pageStatementVersions(db)) {
    versions += 1;
    const faults = await findStatementFaults(db, row);
    const { kind, subjectId, month, version } = row;
    if (faults.length > 0) faulty.push({ kind, subjectId, month, version, faults });
  }
  const isFaulty = new Set(faulty.map(toKey));
  for (const removed of await listUnlinkedStatementCalls(db))
    if (!isFaulty.has(toKey(removed))) faulty.push({ ...removed, faults: ["removed"] });
  return { versions, faulty };
}

const toKey = ({ kind, subjectId, month, version }: Omit<FaultyVersion, "faults">) =>
  [kind, subjectId, month, version].join(" ");
