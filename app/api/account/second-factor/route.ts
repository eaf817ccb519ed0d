import { portalRoute } from "@/lib/portal/portal-route.ts";
import { dropOwnSecondFactor, setUpSecondFactor } from "@/lib/portal/second-factor-changes.ts";

export const POST = portalRoute("POST /api/account/second-factor", setUpSecondFactor);
export const DELETE = portalRoute("DELETE /api/account/second-factor", dropOwnSecondFactor);
