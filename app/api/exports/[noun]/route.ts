import { exportRows } from "@/lib/portal/export.ts";
import { portalRoute } from "@/lib/portal/portal-route.ts";

export const GET = portalRoute("GET /api/exports/{noun}", exportRows);
