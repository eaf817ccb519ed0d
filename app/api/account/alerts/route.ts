import { chooseAlertMails, listUnreadAlerts } from "@/lib/portal/alert-reads/alert-actions.ts";
import { portalRoute } from "@/lib/portal/http/portal-route.ts";

export const GET = portalRoute("GET /api/account/alerts", listUnreadAlerts);
export const POST = portalRoute("POST /api/account/alerts", chooseAlertMails);
