import { sendPasswordLink } from "@/lib/portal/invitations.ts";
import { portalRoute } from "@/lib/portal/portal-route.ts";

export const POST = portalRoute("POST /api/people/{account_id}/password-link", sendPasswordLink);
