import { portalAction } from "./portal-route.ts";
import { runtime } from "../runtime.ts";

/** Since when the service is unavailable according to this process; null while it responds. */
export const getServiceUnavailableSince = (): string | null =>
  runtime().client.unavailableSince()?.toISOString() ?? null;

/** `GET /api/service`: the same for a page that polls it; no call of the service is made. */
export const readServiceState = portalAction({
  handle: async ({ client }) => ({
    unavailable_since: client.unavailableSince()?.toISOString() ?? null,
  }),
});
