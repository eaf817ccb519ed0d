import { readOwnOutcome } from "@/lib/portal/own-outcome.ts";
import { portalRoute } from "@/lib/portal/portal-route.ts";

export const GET = portalRoute("GET /api/audit/outcomes/{request_id}", readOwnOutcome);
