import type { Statement, StatementCheck, StatementDifference } from "../../lib/contract/index.ts";
import { getMonthSpan } from "../../lib/time/month.ts";
import type { CallRow } from "../store/api-calls.ts";
import { readRecordedUntil } from "../store/partitions.ts";
import {
  listStatementVersions,
  lockStatement,
  readAuditedHash,
  readStatementVersion,
  saveStatementVersion,
  type StatementSubject,
  type StatementVersion,
} from "../store/statements.ts";
import type { Db } from "../store/store.ts";
import {
  computeStatement,
  hashLines,
  LATEST_FORMAT,
  toCanonicalLines,
  type StatementContent,
} from "./statement.ts";
import { getFormat } from "./statement-sums.ts";
import { findStatementFaults, parseLines } from "./verify-statements.ts";

/** Whether the month of a statement has ended. */
export const isMonthOver = ({ month }: StatementSubject, nowMs: number): boolean =>
  getMonthSpan(month).toMs <= nowMs;

/** Whether the month of a statement is recorded to its end, so that it can be issued. */
export const isMonthRecorded = async (
  db: Db,
  { month }: StatementSubject,
  nowMs: number,
): Promise<boolean> => getMonthSpan(month).toMs <= (await readRecordedUntil(db, nowMs));

function toStatement(
  subject: StatementSubject,
  content: StatementContent,
  issue: Pick<Statement, "as_of" | "is_complete" | "version" | "issued_at" | "sha256">,
  versions: Awaited<ReturnType<typeof listStatementVersions>>,
): Statement {
  const { fromMs, toMs } = getMonthSpan(subject.month);
  const { rowsBy, controls, rows, groups, totals } = content;
  const isZone = subject.kind === "bidding_zone";
  return {
    customer_id: isZone ? null : subject.subjectId,
    bidding_zone: isZone ? (subject.subjectId as Statement["bidding_zone"]) : null,
    month: subject.month,
    time_from: new Date(fromMs).toISOString(),
    time_to: new Date(toMs).toISOString(),
    ...issue,
    format: getFormat(content),
    rows_by: rowsBy,
    controls,
    rows,
    groups,
    totals,
    versions: versions.map(({ version, issuedAt, sha256 }) => ({
      version,
      issued_at: issuedAt.toISOString(),
      sha256,
    })),
  };
}

/** The statement with what is known now. */
export async function readCurrentStatement(
  db: Db,
  subject: StatementSubject,
  nowMs: number,
): Promise<Statement> {
  // Before the rows are computed: they may have more than this says, but not less.
  const is_complete = await isMonthRecorded(db, subject, nowMs);
  const content = await computeStatement(db, subject, nowMs);
  const issue = {
    as_of: new Date(nowMs).toISOString(),
    is_complete,
    version: null,
    issued_at: null,
    sha256: hashLines(toCanonicalLines(content)),
  };
  return toStatement(subject, content, issue, await listStatementVersions(db, subject));
}

/** A statement as it was issued; null if there is no such version. */
export async function readIssuedStatement(
  db: Db,
  subject: StatementSubject,
  version: number,
): Promise<Statement | null> {
  const row = await readStatementVersion(db, subject, version);
  if (!row) return null;
  const issuedAt = row.issuedAt.toISOString();
  const { sha256 } = row;
  const issue = { as_of: issuedAt, is_complete: true, version, issued_at: issuedAt, sha256 };
  return toStatement(subject, parseLines(row), issue, await listStatementVersions(db, subject));
}

/**
 * Issues the statement: a new version with its hash in the audit chain, or the latest version if
 * nothing changed since. Call it in a transaction.
 */
export async function issueStatement(
  tx: Db,
  subject: StatementSubject,
  nowMs: number,
  call: Pick<CallRow, "caller" | "operation" | "requestId">,
): Promise<Statement> {
  await lockStatement(tx, subject);
  const content = await computeStatement(tx, subject, nowMs);
  const lines = toCanonicalLines(content);
  const sha256 = hashLines(lines);
  const latest = (await listStatementVersions(tx, subject)).at(-1);
  if (latest && (await isSameAs(tx, subject, latest.version, content, nowMs)))
    return (await readIssuedStatement(tx, subject, latest.version))!;
  const version = (latest?.version ?? 0) + 1;
  const row = {
    ...subject,
    version,
    issuedAt: new Date(nowMs),
    sha256,
    rowsBy: content.rowsBy,
    controls: content.controls.length,
    lines,
    groups: content.groups,
    totals: content.totals,
  };
  await saveStatementVersion(tx, row, call);
  return (await readIssuedStatement(tx, subject, version))!;
}

/** Whether a version has the same rows; its format may be an earlier one. */
async function isSameAs(
  tx: Db,
  subject: StatementSubject,
  version: number,
  content: StatementContent,
  nowMs: number,
): Promise<boolean> {
  const row = (await readStatementVersion(tx, subject, version))!;
  const format = toStoredFormat(row);
  const same =
    format === LATEST_FORMAT ? content : await computeStatement(tx, subject, nowMs, format);
  return row.sha256 === hashLines(toCanonicalLines(same));
}

/** The format of a version; of one whose rows were altered, the format of now. */
function toStoredFormat(row: StatementVersion): Statement["format"] {
  try {
    return getFormat(parseLines(row));
  } catch {
    return LATEST_FORMAT;
  }
}

const MAX_DIFFERENCES = 100;

/** Compares an issued version, by default the latest, with the audit chain and what is known now. */
export async function checkStatement(
  db: Db,
  subject: StatementSubject,
  version: number | undefined,
  nowMs: number,
): Promise<StatementCheck | null> {
  const wanted = version ?? (await listStatementVersions(db, subject)).at(-1)?.version;
  const row = wanted === undefined ? null : await readStatementVersion(db, subject, wanted);
  if (!row) return null;
  const format = toStoredFormat(row);
  const current = await computeStatement(db, subject, nowMs, format);
  const stored = hashLines(row.lines);
  const recomputed = hashLines(toCanonicalLines(current));
  const faults = await findStatementFaults(db, row);
  // Altered rows may not even be JSON.
  const isReadable = faults.length === 0 && stored !== recomputed;
  const differences = isReadable ? listDifferences(parseLines(row), current) : [];
  return {
    version: row.version,
    issued_at: row.issuedAt.toISOString(),
    checked_at: new Date(nowMs).toISOString(),
    issued_sha256: row.sha256,
    stored_sha256: stored,
    audit_sha256: await readAuditedHash(db, row),
    current_sha256: recomputed,
    format,
    result: faults.length > 0 ? "altered" : stored === recomputed ? "unchanged" : "restated",
    differences: differences.slice(0, MAX_DIFFERENCES),
    difference_count: differences.length,
  };
}

/** The fields of the rows that differ, by control and location. */
export function listDifferences(
  issued: Pick<StatementContent, "controls" | "rows">,
  current: Pick<StatementContent, "controls" | "rows">,
): StatementDifference[] {
  const before = toFields(issued);
  const after = toFields(current);
  return [...new Set([...before.keys(), ...after.keys()])].flatMap((key) => {
    const [a, b] = [before.get(key), after.get(key)];
    if (a?.value === b?.value) return [];
    const { value: _value, ...named } = (a ?? b)!;
    return [{ ...named, issued: a?.value ?? null, current: b?.value ?? null }];
  });
}

interface Field {
  control_id: string;
  location_id: string | null;
  field: string;
  value: string;
}

/** Every field of the rows by a unique key, with its value as text. */
function toFields({
  controls,
  rows,
}: Pick<StatementContent, "controls" | "rows">): Map<string, Field> {
  const fields = new Map<string, Field>();
  const add = (of: Omit<Field, "field" | "value">, part: string, value: unknown, field: string) => {
    if (Array.isArray(value) || typeof value !== "object" || value === null) {
      const text = Array.isArray(value) ? JSON.stringify(value) : String(value ?? "unknown");
      fields.set([of.control_id, part, field].join(" "), { ...of, field, value: text });
      return;
    }
    for (const [name, one] of Object.entries(value))
      add(of, part, one, field === "" ? name : `${field}.${name}`);
  };
  for (const { control_id, prices, ...control } of controls) {
    const of = { control_id, location_id: null };
    add(of, "control", control, "");
    for (const { time_from, market, eur_per_mwh, source, vintage } of prices)
      add(
        of,
        "control",
        `${eur_per_mwh} EUR/MWh (${source}, ${vintage})`,
        `prices.${time_from}.${market}`,
      );
  }
  for (const { control_id, location_id, ...row } of rows)
    add({ control_id, location_id }, `row ${location_id ?? row.group_id}`, row, "");
  return fields;
}
