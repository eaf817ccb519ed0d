import type { EffectiveWindow } from "../../controls/effective-window.ts";
import { getRequestContext } from "../context/request-context.ts";
import type { Database } from "./database.ts";
import { audit, type auditResults } from "./schema.ts";
import type { User } from "./sessions.ts";

export interface AuditEntry {
  /** The acting user; without an id if they have no account yet or are not known. */
  user: {
    id: string | null;
    email: string;
    role: User["role"] | "nobody";
    level?: User["level"];
    sessionId?: string;
  };
  operation: string;
  /** The target, for example `group_id=grp_1`. */
  target: string | null;
  requestId: string;
}

/** The outcome of a call. */
export interface AuditOutcome {
  /** HTTP status; null if it is not known. */
  status: number | null;
  result?: (typeof auditResults)[number] | null;
  window?: EffectiveWindow | null;
}

/** Records an intent. If this fails, the action must not run. */
export async function recordIntent(db: Database, entry: AuditEntry): Promise<void> {
  await db.insert(audit).values({ ...toRow(entry), kind: "intent" });
}

/** Records the outcome of an intent. */
export async function recordOutcome(
  db: Database,
  entry: AuditEntry,
  ended: AuditOutcome,
): Promise<void> {
  await db.insert(audit).values({ ...toRow(entry), ...toOutcomeColumns(ended), kind: "outcome" });
}

/** Records a refused call, with the HTTP status of the refusal. */
export async function recordRefusal(
  db: Database,
  entry: AuditEntry,
  status: number,
): Promise<void> {
  await db.insert(audit).values({ ...toRow(entry), status, kind: "refusal" });
}

/** An intent as it was recorded. */
export type Intent = typeof audit.$inferSelect;

/** Records what was found out later about the outcome of an intent. */
export async function recordFinding(
  db: Database,
  intent: Intent,
  found: AuditOutcome & { target: string | null; at: Date },
): Promise<void> {
  const { accountId, who, role, level, address, sessionId, operation, requestId } = intent;
  const whose = { accountId, who, role, level, address, sessionId, operation, requestId };
  const { at, target } = found;
  await db
    .insert(audit)
    .values({ ...whose, at, target, ...toOutcomeColumns(found), kind: "finding" });
}

const toOutcomeColumns = ({ status, result = null, window }: AuditOutcome) => ({
  status,
  result,
  windowFrom: window ? new Date(window.from) : null,
  windowTo: window ? new Date(window.to) : null,
});

const toRow = ({ user, operation, target, requestId }: AuditEntry) => ({
  accountId: user.id,
  who: withoutNul(user.email),
  role: user.role,
  level: user.level ?? null,
  address: getRequestContext().address,
  sessionId: user.sessionId ?? null,
  operation,
  target: target === null ? null : withoutNul(target),
  requestId,
});

/** PostgreSQL's text cannot hold the character NUL. */
const withoutNul = (text: string) => text.replaceAll("\0", "");
