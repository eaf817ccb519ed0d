import { removeView } from "@/lib/portal/saved-views/view-actions.ts";
import { portalRoute } from "@/lib/portal/http/portal-route.ts";

export const DELETE = portalRoute("DELETE /api/saved-views/{view_id}", removeView);
