import { portalRoute } from "@/lib/portal/http/portal-route.ts";
import { sendTestCall } from "@/lib/portal/http/api-console.ts";

export const POST = portalRoute("POST /api/try", sendTestCall);
