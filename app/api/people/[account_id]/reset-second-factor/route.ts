import { resetSecondFactor } from "@/lib/portal/people-changes.ts";
import { portalRoute } from "@/lib/portal/portal-route.ts";

export const POST = portalRoute(
  "POST /api/people/{account_id}/reset-second-factor",
  resetSecondFactor,
);
