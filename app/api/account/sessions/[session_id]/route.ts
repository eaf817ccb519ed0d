import { endSession } from "@/lib/portal/own-account.ts";
import { portalRoute } from "@/lib/portal/portal-route.ts";

export const DELETE = portalRoute("DELETE /api/account/sessions/{session_id}", endSession);
