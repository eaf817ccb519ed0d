import { z } from "zod";
import { operations, type OperationId } from "../../contract/index.ts";
import { parseFilteredQuery, type FilteredQuery } from "./audit-filter.ts";
import type { PortalDeps } from "../service-client/portal-deps.ts";
import { UNKNOWN_ADDRESS } from "../audit/audit-refusals.ts";
import { requireRight } from "../auth/policy.ts";
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

/** The portal's own audited operations, besides the changing operations of the service. */
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
  "setAlertMails",
  "readAlerts",
  "hideSetup",
  "addPasskey",
  "removePasskey",
  "proveSelf",
  "secondFactor",
  "setUpSecondFactor",
  "renewRecoveryCodes",
  "dropSecondFactor",
  "resetSecondFactor",
  "saveTemplate",
  "saveView",
  "deleteView",
  "deleteTemplate",
  UNKNOWN_ADDRESS,
];

/** The names of all audited operations. */
export const auditedOperations: string[] = [
  ...portalOperations,
  ...(Object.keys(operations) as OperationId[]).filter(isChange),
];

export const auditFilter = {
  /** Part of the user's e-mail address. */
  search: z.string().trim().max(254).optional(),
  operation: z.string().max(100).optional(),
  outcome: z.enum(outcomes).optional(),
  /** Days in Amsterdam, both included. */
  from: z.iso.date().optional(),
  to: z.iso.date().optional(),
};

/** Parses the page's search params; invalid values are dropped. */
export const parseAuditQuery = (params: FilteredQuery) => parseFilteredQuery(auditFilter, params);
export type AuditQuery = ReturnType<typeof parseAuditQuery>;

/** One action or attempt of a user. */
export interface AuditLine {
  id: number;
  /** ISO 8601 */
  at: string;
  who: string;
  role: string;
  /** The staff role at that time; null for others and if it was not recorded. */
  level: string | null;
  /** The caller's address; null if it was not recorded. */
  address: string | null;
  session_id: string | null;
  operation: string;
  target: string | null;
  /** The effective window of a control, as the service returned it. ISO 8601 */
  window: { from: string; to: string } | null;
  outcome: Outcome;
  /** The final HTTP status; null if it was not recorded. */
  status: number | null;
  request_id: string;
}

export interface AuditPage {
  items: AuditLine[];
  total: number;
}

/**
 * One page of the audit trail, newest first, from page 0. @throws PortalError 403 for all but admins.
 */
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
