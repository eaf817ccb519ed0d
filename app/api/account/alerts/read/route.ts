import { readAlerts } from "@/lib/portal/alert-reads/alert-actions.ts";
import { portalRoute } from "@/lib/portal/http/portal-route.ts";

export const POST = portalRoute("POST /api/account/alerts/read", readAlerts);
