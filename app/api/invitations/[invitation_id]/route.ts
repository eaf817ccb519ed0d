import { withdrawInvitation } from "@/lib/portal/invitations.ts";
import { portalRoute } from "@/lib/portal/portal-route.ts";

export const DELETE = portalRoute("DELETE /api/invitations/{invitation_id}", withdrawInvitation);
