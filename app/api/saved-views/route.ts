import { readViews, saveView } from "@/lib/portal/saved-views/view-actions.ts";
import { portalRoute } from "@/lib/portal/http/portal-route.ts";

export const GET = portalRoute("GET /api/saved-views", readViews);
export const POST = portalRoute("POST /api/saved-views", saveView);
