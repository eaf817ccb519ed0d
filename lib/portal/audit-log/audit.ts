import { z } from "zod";
import { operations, type OperationId } from "../../contract/index.ts";
import { readFilteredQuery, type FilteredQuery } from "./audit-filter.ts";
import type { PortalDeps } from "../service-client/portal-deps.ts";
import { UNKNOWN_ADDRESS } from "../audit/audit-refusals.ts";
import { requireRight } from "../auth/rights.ts";
import { isChange } from "../service-client/transport-errors.ts";
import {
  countLines,
  outcomeOf,
  outcomes,
  readLines,
  type Outcome,
  type TrailLine,
} from "../db/audit-trail.ts";
import type { User } from "../db/sessions.ts";

/** What is written down of the portal's own doings, beside changing operations of the service. */
export const portalOperations = [
  "signIn",
  "signOut",
  "invite",
  "withdrawInvitation",
  "acceptInvitation",
  "sendPasswordLink",
  "choosePassword",
  "changeLevel",
  "closeAccount",
  "openAccount",
  "endSessions",
  "endSession",
  "endOtherSessions",
  "changePassword",
  "chooseLanguage",
  "tryOperation",
  "proveSelf",
  "secondFactor",
  "setUpSecondFactor",
  "renewRecoveryCodes",
  "dropSecondFactor",
  "resetSecondFactor",
  UNKNOWN_ADDRESS,
];

/** Everything that is written down, by name. */
export const auditedOperations: string[] = [
  ...portalOperations,
  ...(Object.keys(operations) as OperationId[]).filter(isChange),
];

export const auditFilter = {
  /** Part of the e-mail address of who did it. */
  search: z.string().trim().max(254).optional(),
  operation: z.string().max(100).optional(),
  outcome: z.enum(outcomes).optional(),
  /** Days in Amsterdam, both included. */
  from: z.iso.date().optional(),
  to: z.iso.date().optional(),
};

/** What the page's address asks for; a value that cannot be is left out. */
export const parseAuditQuery = (params: FilteredQuery) => readFilteredQuery(auditFilter, params);
export type AuditQuery = ReturnType<typeof parseAuditQuery>;

/** One thing somebody did, or tried to. */
export interface AuditLine {
  id: number;
  /** ISO 8601 */
  at: string;
  who: string;
  role: string;
  /** The level of staff when it was done; null for others, and where it was not written down. */
  level: string | null;
  /** Where it came from; null where that was not written down. */
  address: string | null;
  session_id: string | null;
  operation: string;
  target: string | null;
  /** From when to when a control has effect, as it was answered. ISO 8601 */
  window: { from: string; to: string } | null;
  outcome: Outcome;
  /** The HTTP status it ended with; null where that was not written down. */
  status: number | null;
  request_id: string;
}

export interface AuditPage {
  items: AuditLine[];
  total: number;
}

/** One page of the trail, newest first, from page 0. @throws PortalError 403 for all but admins. */
export async function readAudit(
  { db }: Pick<PortalDeps, "db">,
  user: User,
  asked: AuditQuery,
): Promise<AuditPage> {
  requireRight(user, "admin");
  const { page, page_size, ...wanted } = asked;
  const [lines, total] = await Promise.all([
    readLines(db, wanted, { limit: page_size, offset: page * page_size }),
    countLines(db, wanted),
  ]);
  return { items: lines.map(shown), total };
}

const shown = ({ at, requestId, sessionId, ...line }: TrailLine): AuditLine => ({
  id: line.id,
  at: at.toISOString(),
  who: line.who,
  role: line.role,
  level: line.level,
  address: line.address,
  session_id: sessionId,
  operation: line.operation,
  target: line.target,
  window: windowOf(line),
  outcome: outcomeOf(line),
  status: line.status,
  request_id: requestId,
});

const windowOf = ({ windowFrom, windowTo }: Pick<TrailLine, "windowFrom" | "windowTo">) =>
  windowFrom && windowTo ? { from: windowFrom.toISOString(), to: windowTo.toISOString() } : null;
