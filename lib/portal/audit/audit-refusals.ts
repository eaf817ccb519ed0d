import { z } from "zod";
import { isAudited } from "./with-audit.ts";
import { toNetwork } from "../context/client-address.ts";
import { PortalError } from "../context/errors.ts";
import { log, getErrorReason } from "../context/log.ts";
import { getRequestContext, getRequestId } from "../context/request-context.ts";
import { countAttempt } from "../db/attempt-counters.ts";
import { recordRefusal, type AuditEntry } from "../db/audit.ts";
import type { Database } from "../db/database.ts";
import type { User } from "../db/sessions.ts";

/** A refused call as it is recorded. */
interface RefusedCall {
  user: User | null;
  operation: string;
  params: Record<string, string> | undefined;
  requestId: string;
  /** Whether the call was a read; a change by default. */
  reads?: boolean;
}

const auditedStatuses = new Set([401, 403, 404, 429]);
const WINDOW_MS = 15 * 60_000;
/** Refusals recorded per network within 15 minutes while nobody is signed in. */
export const MAX_ANONYMOUS = 50;
/** Refusals recorded per account within 15 minutes. */
export const MAX_PER_ACCOUNT = 300;

/**
 * Records a call that was refused before it began: without a session, a right or ownership, or over
 * a limit. A failure to record is logged only: the call is refused all the same.
 */
export async function auditRefusal(
  db: () => Database,
  error: unknown,
  { user, operation, params, requestId, reads }: RefusedCall,
): Promise<void> {
  if (!(error instanceof PortalError) || !auditedStatuses.has(error.status)) return;
  if (isAudited(error) || (reads && !isForbiddenRead(error, user))) return;
  const named = Object.entries(params ?? {}).map(
    ([name, value]) => `${name}=${truncateValue(value)}`,
  );
  const target = named.join(" ") || null;
  await recordRefused(db, { user: user ?? nobody, operation, target, requestId }, error.status);
}

/** Maximum length of a path parameter that is recorded. */
const MAX_VALUE_LENGTH = 100;
const truncateValue = (value: string) =>
  value.length > MAX_VALUE_LENGTH ? `${value.slice(0, MAX_VALUE_LENGTH)}…` : value;

/**
 * Whether a read was refused because the data is not the user's. Other refused reads (pages left
 * open after a session ended, old links of staff) are not recorded: they would hide these.
 */
const isForbiddenRead = ({ status, problem }: PortalError, user: User | null): boolean =>
  (status === 403 && problem.code !== "second-factor-required") ||
  (status === 404 && user?.role === "customer");

/** Records a refused call of a path under `/api` that has no route. */
export async function auditUnknownAddress(
  db: () => Database,
  error: unknown,
  request: Request,
  { user, requestId }: Pick<RefusedCall, "user" | "requestId">,
): Promise<void> {
  if (!(error instanceof PortalError)) return;
  const target = `${request.method} ${redactPath(new URL(request.url).pathname)}`;
  const entry = { user: user ?? nobody, operation: UNKNOWN_ADDRESS, target, requestId };
  await recordRefused(db, entry, error.status);
}

/** The first segment below `/api` if it is a plain word; other segments may be secret. */
function redactPath(pathname: string): string {
  const [first = "", ...rest] = pathname.split("/").slice(2);
  const isWord = /^[a-z.-]{0,24}$/i.test(first);
  return `/api/${isWord ? first : "…"}${isWord && rest.length > 0 ? "/…" : ""}`;
}

/** Records that a sign-in or sign-out route refused a call, and at which step. */
export const auditRefusedStep = (
  db: () => Database,
  step: Pick<AuditEntry, "operation" | "target">,
  status: number,
): Promise<void> => recordRefused(db, { user: nobody, requestId: getRequestId(), ...step }, status);

/**
 * Records a refused sign-in. Input that is no e-mail address is left out: it may be a password.
 */
export async function auditRefusedSignIn(
  db: Database,
  typed: string,
  outcome: "refused" | "throttled",
): Promise<void> {
  const email = z.email().max(254).safeParse(typed).success ? typed : "";
  const user = { ...nobody, email };
  const entry = { user, operation: "signIn", target: null, requestId: getRequestId() };
  await recordRefused(() => db, entry, outcome === "refused" ? 401 : 429);
}

/** The operation name under which calls of paths without a route are recorded. */
export const UNKNOWN_ADDRESS = "unknownAddress";

const nobody = { id: null, email: "", role: "nobody" } as const;

/**
 * Records a refusal, up to a limit per account or network so that nobody can fill the audit trail; the
 * first one over the limit is logged. A failure to record is logged and not thrown.
 */
async function recordRefused(db: () => Database, entry: AuditEntry, status: number): Promise<void> {
  const { id } = entry.user;
  // Unknown paths count separately, so that they do not use up the limit of other refusals.
  const kind = entry.operation === UNKNOWN_ADDRESS ? "unknown-addresses" : "refusals";
  const key = `${kind}:${id ?? toNetwork(getRequestContext().address ?? "unknown")}`;
  const limit = id === null ? MAX_ANONYMOUS : MAX_PER_ACCOUNT;
  try {
    const count = await countAttempt(db(), key, new Date(), WINDOW_MS);
    if (count <= limit) await recordRefusal(db(), entry, status);
    if (count === limit + 1)
      log.warn(
        { accountId: id, limit },
        "Refusal limit reached: further refusals are not recorded for a while",
      );
  } catch (error) {
    log.error({ reason: getErrorReason(error) }, "Failed to record a refusal");
  }
}
