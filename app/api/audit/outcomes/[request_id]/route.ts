import { readRequestOutcome } from "@/lib/portal/http/request-outcome.ts";
import { portalRoute } from "@/lib/portal/http/portal-route.ts";

export const GET = portalRoute("GET /api/audit/outcomes/{request_id}", readRequestOutcome);
