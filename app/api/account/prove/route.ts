import { reauthenticate } from "@/lib/portal/users/reauthenticate.ts";
import { portalRoute } from "@/lib/portal/http/portal-route.ts";

export const POST = portalRoute("POST /api/account/prove", reauthenticate);
