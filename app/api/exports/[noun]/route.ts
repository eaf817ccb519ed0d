import { exportRows } from "@/lib/portal/exports/export.ts";
import { portalRoute } from "@/lib/portal/http/portal-route.ts";

export const GET = portalRoute("GET /api/exports/{noun}", exportRows);
