import { portalRoute } from "@/lib/portal/http/portal-route.ts";
import { removeSecondFactor, setUpSecondFactor } from "@/lib/portal/users/second-factor-changes.ts";

export const POST = portalRoute("POST /api/account/second-factor", setUpSecondFactor);
export const DELETE = portalRoute("DELETE /api/account/second-factor", removeSecondFactor);
