import { z } from "zod";
import { operations, type OperationId } from "../../contract/index.ts";
import { parseFilteredQuery, type FilteredQuery } from "./audit-filter.ts";
import type { PortalDeps } from "../service-client/portal-deps.ts";
import { UNKNOWN_ADDRESS } from "../audit/audit-refusals.ts";
import { requireRight } from "../auth/rights.ts";
import { isChange } from "../service-client/transport-errors.ts";
import {
  countAuditRows,
  getOutcome,
  outcomes,
  listAuditRows,
  type Outcome,
  type AuditRow,
} from "../db/audit-trail.ts";
import type { User } from "../db/sessions.ts";

/** What is written down of the portal's own doings, beside changing operations of the service. */
const portalOperations = [
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
export const parseAuditQuery = (params: FilteredQuery) => parseFilteredQuery(auditFilter, params);
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
export async function readAuditPage(
  { db }: Pick<PortalDeps, "db">,
  user: User,
  query: AuditQuery,
): Promise<AuditPage> {
  requireRight(user, "admin");
  const { page, page_size, ...filter } = query;
  const [rows, total] = await Promise.all([
    listAuditRows(db, filter, { limit: page_size, offset: page * page_size }),
    countAuditRows(db, filter),
  ]);
  return { items: rows.map(toAuditLine), total };
}

export const toAuditLine = ({ at, requestId, sessionId, ...line }: AuditRow): AuditLine => ({
  id: line.id,
  at: at.toISOString(),
  who: line.who,
  role: line.role,
  level: line.level,
  address: line.address,
  session_id: sessionId,
  operation: line.operation,
  target: line.target,
  window: toWindow(line),
  outcome: getOutcome(line),
  status: line.status,
  request_id: requestId,
});

const toWindow = ({ windowFrom, windowTo }: Pick<AuditRow, "windowFrom" | "windowTo">) =>
  windowFrom && windowTo ? { from: windowFrom.toISOString(), to: windowTo.toISOString() } : null;
