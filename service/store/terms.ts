import { and, asc, eq, getTableColumns, sql } from "drizzle-orm";
import type {
  ContractTerms,
  ContractTermsList,
  ContractTermsUpdate,
  ContractTermsVersion,
} from "../../lib/contract/index.ts";
import { anyOf } from "./any-of.ts";
import { contractTerms } from "./schema-terms.ts";
import type { Db } from "./store.ts";

export type TermsRow = typeof contractTerms.$inferSelect;
export type TermsSubject = Pick<TermsRow, "kind" | "subjectId">;

/** Groups or customers whose versions are read at once. */
const SUBJECTS_AT_ONCE = 5_000;

/**
 * Every recorded version of these groups or customers, in parts: all of a group or customer are in one part,
 * in order of recording. Versions with the same terms have the same object.
 */
export async function* readTermsVersions(
  db: Db,
  kind: TermsSubject["kind"],
  subjectIds: Iterable<string>,
): AsyncGenerator<TermsRow[], void> {
  const ids = [...subjectIds];
  const parsed = new Map<string, ContractTerms>();
  for (let i = 0; i < ids.length; i += SUBJECTS_AT_ONCE) {
    const rows = await db
      .select({
        ...getTableColumns(contractTerms),
        terms: sql<string | null>`${contractTerms.terms}::text`,
      })
      .from(contractTerms)
      .where(
        and(
          eq(contractTerms.kind, kind),
          anyOf(contractTerms.subjectId, ids.slice(i, i + SUBJECTS_AT_ONCE)),
        ),
      )
      .orderBy(asc(contractTerms.recordedAt));
    yield rows.map((row) => ({
      ...row,
      terms: row.terms === null ? null : parseOnce(parsed, row.terms),
    }));
  }
}

/** The versions of a group or customer, in order of recording. */
async function readOwnVersions(db: Db, kind: TermsSubject["kind"], id: string) {
  const found: TermsRow[] = [];
  for await (const rows of readTermsVersions(db, kind, [id])) found.push(...rows);
  return found;
}

function parseOnce(parsed: Map<string, ContractTerms>, text: string): ContractTerms {
  const terms = parsed.get(text) ?? (JSON.parse(text) as ContractTerms);
  parsed.set(text, terms);
  return terms;
}

/** Records a version of the terms of a group or customer. */
export const saveTerms = async (
  tx: Db,
  subject: TermsSubject,
  { valid_from: validFrom, terms }: ContractTermsUpdate,
  nowMs: number,
): Promise<void> =>
  void (await tx
    .insert(contractTerms)
    .values({ ...subject, validFrom, terms, recordedAt: new Date(nowMs) })
    .onConflictDoUpdate({
      target: [
        contractTerms.kind,
        contractTerms.subjectId,
        contractTerms.validFrom,
        contractTerms.recordedAt,
      ],
      set: { terms },
    }));

/** The versions of a customer or group that apply, and those of a customer's group. */
export async function listTerms(
  db: Db,
  { kind, subjectId }: TermsSubject,
  groupId: string | null,
): Promise<ContractTermsList> {
  const own = await readOwnVersions(db, kind, subjectId);
  const byDefault = groupId === null ? [] : await readOwnVersions(db, "group", groupId);
  return { data: toLatestVersions(own), default: toLatestVersions(byDefault) };
}

/** Of each first day the version recorded last. */
function toLatestVersions(rows: readonly TermsRow[]): ContractTermsVersion[] {
  const latest = new Map(rows.map((row) => [row.validFrom, row]));
  return [...latest.values()]
    .toSorted((a, b) => (a.validFrom < b.validFrom ? -1 : 1))
    .map(({ validFrom, recordedAt, terms }) => ({
      valid_from: validFrom,
      recorded_at: recordedAt.toISOString(),
      terms,
    }));
}
