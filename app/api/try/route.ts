import { portalRoute } from "@/lib/portal/portal-route.ts";
import { tryOperation } from "@/lib/portal/try.ts";

export const POST = portalRoute("POST /api/try", tryOperation);
