import { acceptInvitation } from "@/lib/portal/invitation-acceptance.ts";
import { portalRoute } from "@/lib/portal/portal-route.ts";

export const POST = portalRoute("POST /api/invitations/accept", acceptInvitation);
