import { removeTemplate } from "@/lib/portal/control-templates/template-actions.ts";
import { portalRoute } from "@/lib/portal/http/portal-route.ts";

export const DELETE = portalRoute("DELETE /api/control-templates/{template_id}", removeTemplate);
