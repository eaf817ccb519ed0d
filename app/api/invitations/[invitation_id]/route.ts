import { withdrawInvitation } from "@/lib/portal/users/invitations.ts";
import { portalRoute } from "@/lib/portal/http/portal-route.ts";

export const DELETE = portalRoute("DELETE /api/invitations/{invitation_id}", withdrawInvitation);
