import { openLive } from "@/lib/portal/live/live.ts";
import { portalRoute } from "@/lib/portal/http/portal-route.ts";

export const GET = portalRoute("GET /api/live", openLive);
