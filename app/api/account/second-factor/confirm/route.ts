import { confirmOwnSecondFactor } from "@/lib/portal/second-factor-changes.ts";
import { portalRoute } from "@/lib/portal/portal-route.ts";

export const POST = portalRoute("POST /api/account/second-factor/confirm", confirmOwnSecondFactor);
