import { portalAction } from "./portal-route.ts";
import { runtime } from "../runtime.ts";

/** Since when the service behind the portal is away, as this process knows it; null while it answers. */
export const getServiceAwaySince = (): string | null =>
  runtime().client.unavailableSince()?.toISOString() ?? null;

/** `GET /api/service`: the same, for a page that waits for it; the service is not asked. */
export const readServiceState = portalAction({
  handle: async ({ client }) => ({ away_since: client.unavailableSince()?.toISOString() ?? null }),
});
