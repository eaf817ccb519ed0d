import { cache } from "react";
import { pendingRequests } from "@/lib/controls/approval-queries.ts";
import { createPortalClient } from "@/lib/portal/client/portal-client.ts";
import { requireUser } from "@/lib/portal/auth/session.ts";
import { prefetch } from "./prefetch.ts";

/**
 * The controls that wait for a second person, read once for all of a page; null where they could not
 * be read or the service has none.
 */
export const pendingApprovals = cache(async () =>
  prefetch(await createPortalClient(await requireUser()), "listControlRequests", pendingRequests),
);
