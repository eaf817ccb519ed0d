import { saveTemplate } from "@/lib/portal/control-templates/template-actions.ts";
import { portalRoute } from "@/lib/portal/http/portal-route.ts";

export const POST = portalRoute("POST /api/control-templates", saveTemplate);
