import { parseCallsQuery, readCalls, recordedOperations } from "../audit-log/audit-calls.ts";
import { auditedOperations, parseAuditQuery, readAuditPage } from "../audit-log/audit.ts";
import { createPortalClient, getPortalDeps } from "../client/portal-client.ts";
import type { User } from "../db/sessions.ts";
import type { SearchParams } from "./list-query.ts";
import { load } from "./load.ts";

/** The audit trail of portal users: the page that the search params select, and the operations in it. */
export async function readAuditLog(user: User, params: SearchParams) {
  const query = parseAuditQuery(params);
  const read = await load(() => readAuditPage(getPortalDeps(), user, query));
  return { query, read, operations: auditedOperations };
}

/** The service's call log: the page that the search params select, with the operations and keys in it. */
export async function readCallLog(user: User, params: SearchParams) {
  const query = parseCallsQuery(params);
  const portal = await createPortalClient(user);
  const [read, keys] = await Promise.all([
    load(() => readCalls(portal, query)),
    load(async () => (await portal.call("listApiKeys", {})).data.data),
  ]);
  return {
    query,
    read,
    operations: recordedOperations,
    keys: (keys.data ?? []).map(({ id, name }) => ({ id, name })),
  };
}
