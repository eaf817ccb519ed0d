import { portalRoute } from "@/lib/portal/http/portal-route.ts";
import { readServiceState } from "@/lib/portal/http/readiness.ts";

export const GET = portalRoute("GET /api/service", readServiceState);
