import { endSession } from "@/lib/portal/users/account.ts";
import { portalRoute } from "@/lib/portal/http/portal-route.ts";

export const DELETE = portalRoute("DELETE /api/account/sessions/{session_id}", endSession);
