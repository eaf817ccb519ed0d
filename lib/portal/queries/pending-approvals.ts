import { cache } from "react";
import { pendingRequests } from "@/lib/controls/approval-queries.ts";
import { createPortalClient } from "@/lib/portal/client/portal-client.ts";
import { requireUser } from "@/lib/portal/auth/session.ts";
import { prefetch } from "./prefetch.ts";

/**
 * The pending approval requests, read once per page; null if they cannot be read or the service has
 * none.
 */
export const pendingApprovals = cache(async () =>
  prefetch(await createPortalClient(await requireUser()), "listControlRequests", pendingRequests),
);
