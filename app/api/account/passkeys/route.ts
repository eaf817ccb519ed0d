import { addPasskey } from "@/lib/portal/users/passkey-changes.ts";
import { portalRoute } from "@/lib/portal/http/portal-route.ts";

export const POST = portalRoute("POST /api/account/passkeys", addPasskey);
