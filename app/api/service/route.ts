import { portalRoute } from "@/lib/portal/portal-route.ts";
import { serviceState } from "@/lib/portal/service-state.ts";

export const GET = portalRoute("GET /api/service", serviceState);
