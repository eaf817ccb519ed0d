import { hideFirstSteps } from "@/lib/portal/users/account.ts";
import { portalRoute } from "@/lib/portal/http/portal-route.ts";

export const POST = portalRoute("POST /api/account/setup", hideFirstSteps);
