import { readAlerts } from "@/lib/portal/alerts/alert-actions.ts";
import { portalRoute } from "@/lib/portal/http/portal-route.ts";

export const POST = portalRoute("POST /api/account/alerts/read", readAlerts);
