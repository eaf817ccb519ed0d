import { removePasskey } from "@/lib/portal/users/passkey-changes.ts";
import { portalRoute } from "@/lib/portal/http/portal-route.ts";

export const DELETE = portalRoute("DELETE /api/account/passkeys/{passkey_id}", removePasskey);
