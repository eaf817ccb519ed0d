import { exportCalls } from "@/lib/portal/audit-log/audit-export.ts";
import { portalRoute } from "@/lib/portal/http/portal-route.ts";

export const GET = portalRoute("GET /api/audit/calls/export", exportCalls);
