import { proveSelf } from "@/lib/portal/proof.ts";
import { portalRoute } from "@/lib/portal/portal-route.ts";

export const POST = portalRoute("POST /api/account/prove", proveSelf);
