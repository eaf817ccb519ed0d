import { cache } from "react";
import { pendingRequests } from "@/components/controls/request-queries.ts";
import { openPortal } from "@/lib/portal/door.ts";
import { requireUser } from "@/lib/portal/session.ts";
import { drawn } from "./drawn.ts";

/**
 * The controls that wait for a second person, read once for all of a page; null where they could not
 * be read or the service has none.
 */
export const waitingRequests = cache(async () =>
  drawn(await openPortal(await requireUser()), "listControlRequests", pendingRequests),
);
