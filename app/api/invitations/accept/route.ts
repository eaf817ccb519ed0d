import { acceptInvitation } from "@/lib/portal/users/invitation-acceptance.ts";
import { portalRoute } from "@/lib/portal/http/portal-route.ts";

export const POST = portalRoute("POST /api/invitations/accept", acceptInvitation);
