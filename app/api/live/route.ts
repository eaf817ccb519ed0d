import { openLive } from "@/lib/portal/live.ts";
import { portalRoute } from "@/lib/portal/portal-route.ts";

export const GET = portalRoute("GET /api/live", openLive);
