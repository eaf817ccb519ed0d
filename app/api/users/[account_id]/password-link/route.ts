import { sendPasswordLink } from "@/lib/portal/users/invitations.ts";
import { portalRoute } from "@/lib/portal/http/portal-route.ts";

export const POST = portalRoute("POST /api/users/{account_id}/password-link", sendPasswordLink);
