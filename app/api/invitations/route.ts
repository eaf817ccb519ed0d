import { invite } from "@/lib/portal/invitations.ts";
import { portalRoute } from "@/lib/portal/portal-route.ts";

export const POST = portalRoute("POST /api/invitations", invite);
