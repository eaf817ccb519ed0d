import { confirmSecondFactorSetup } from "@/lib/portal/users/second-factor-changes.ts";
import { portalRoute } from "@/lib/portal/http/portal-route.ts";

export const POST = portalRoute(
  "POST /api/account/second-factor/confirm",
  confirmSecondFactorSetup,
);
