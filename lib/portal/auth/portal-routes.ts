import type { Level } from "../db/schema.ts";

/** Who may call a route: anyone, signed-in users, customers, or staff of at least this role. */
export type Right = "anyone" | "signed-in" | "customer" | Level;

/**
 * The portal's own routes under `/api`, besides those of the service's operations, and the right
 * each requires. A test checks every route file against this table or the operations.
 */
export const portalRoutes = {
  "GET /api/account/alerts": "viewer",
  "POST /api/account/alerts": "viewer",
  "POST /api/account/alerts/read": "viewer",
  "POST /api/account/end-other-sessions": "signed-in",
  "POST /api/account/language": "viewer",
  "POST /api/account/passkeys": "signed-in",
  "POST /api/account/passkeys/start": "signed-in",
  "DELETE /api/account/passkeys/{passkey_id}": "signed-in",
  "POST /api/account/password": "signed-in",
  "POST /api/account/prove": "signed-in",
  "POST /api/account/setup": "operator",
  "POST /api/account/second-factor": "viewer",
  "DELETE /api/account/second-factor": "viewer",
  "POST /api/account/second-factor/confirm": "viewer",
  "POST /api/account/second-factor/recovery-codes": "viewer",
  "DELETE /api/account/sessions/{session_id}": "signed-in",
  "GET /api/audit/calls/export": "admin",
  "GET /api/audit/export": "admin",
  "GET /api/audit/outcomes/{request_id}": "signed-in",
  "POST /api/control-templates": "operator",
  "DELETE /api/control-templates/{template_id}": "operator",
  "GET /api/exports/{noun}": "signed-in",
  "GET /api/live": "signed-in",
  "POST /api/invitations": "operator",
  "POST /api/invitations/accept": "anyone",
  "DELETE /api/invitations/{invitation_id}": "operator",
  "GET /api/saved-views": "viewer",
  "POST /api/saved-views": "viewer",
  "DELETE /api/saved-views/{view_id}": "viewer",
  "POST /api/users/{account_id}/close": "operator",
  "POST /api/users/{account_id}/end-sessions": "operator",
  "POST /api/users/{account_id}/level": "admin",
  "POST /api/users/{account_id}/open": "operator",
  "POST /api/users/{account_id}/password-link": "operator",
  "POST /api/users/{account_id}/reset-second-factor": "admin",
  "POST /api/passkey-sign-in": "anyone",
  "GET /api/service": "signed-in",
} as const satisfies Record<`${"GET" | "POST" | "PUT" | "DELETE"} /api/${string}`, Right>;

export type PortalRoute = keyof typeof portalRoutes;
