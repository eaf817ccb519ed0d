import { portalRoute } from "@/lib/portal/http/portal-route.ts";
import { readServiceState } from "@/lib/portal/http/service-state.ts";

export const GET = portalRoute("GET /api/service", readServiceState);
