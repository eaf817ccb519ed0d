import { z } from "zod";
import { parseAuditTarget } from "../audit/audit-target.ts";
import { PortalError } from "../context/errors.ts";
import { portalAction } from "./portal-route.ts";
import { getOutcome, listAuditRows, type Outcome } from "../db/audit-trail.ts";

/** The outcome of a call, as far as it is known. */
export interface RequestResult {
  outcome: Outcome;
  /** The control it named or issued. */
  control_id: string | null;
}

/** Reads the outcome of the user's call by its request id. @throws PortalError 404 */
export const readRequestOutcome = portalAction({
  params: z.object({ request_id: z.string().min(1).max(64) }),
  async handle({ db, user, params, requestId }): Promise<RequestResult> {
    const request = { id: params.request_id, accountId: user.id };
    const [line] = await listAuditRows(db, { request }, { limit: 1 });
    if (!line) throw new PortalError("not-found", "Nothing exists with this ID.", requestId);
    const { control_id = null } = parseAuditTarget(line.target);
    return { outcome: getOutcome(line), control_id };
  },
});
