import { cache } from "react";
import { pendingRequests } from "@/lib/contract/control-requests.ts";
import { openPortal } from "@/lib/portal/client/portal-client.ts";
import { requireUser } from "@/lib/portal/auth/session.ts";
import { drawn } from "./prefetch.ts";

/**
 * The controls that wait for a second person, read once for all of a page; null where they could not
 * be read or the service has none.
 */
export const waitingRequests = cache(async () =>
  drawn(await openPortal(await requireUser()), "listControlRequests", pendingRequests),
);
