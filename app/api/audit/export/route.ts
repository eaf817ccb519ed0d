import { exportAudit } from "@/lib/portal/audit-export.ts";
import { portalRoute } from "@/lib/portal/portal-route.ts";

export const GET = portalRoute("GET /api/audit/export", exportAudit);
