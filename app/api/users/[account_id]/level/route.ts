import { changeLevel } from "@/lib/portal/users/user-changes.ts";
import { portalRoute } from "@/lib/portal/http/portal-route.ts";

export const POST = portalRoute("POST /api/users/{account_id}/level", changeLevel);
