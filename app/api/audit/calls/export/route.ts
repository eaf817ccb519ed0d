import { exportCalls } from "@/lib/portal/calls-export.ts";
import { portalRoute } from "@/lib/portal/portal-route.ts";

export const GET = portalRoute("GET /api/audit/calls/export", exportCalls);
