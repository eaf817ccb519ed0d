import { PortalError } from "../context/errors.ts";
import type { User } from "../db/sessions.ts";

/** How long an authentication counts as recent, in milliseconds. */
const RECENT_AUTH_MS = 15 * 60_000;

/** Whether the user authenticated within the last 15 minutes. */
export const isRecentlyAuthenticated = ({ provedAt }: Pick<User, "provedAt">, now: Date): boolean =>
  now.getTime() - provedAt.getTime() < RECENT_AUTH_MS;

interface AuthCheck {
  user: Pick<User, "provedAt" | "atProvider">;
  now(): Date;
  requestId: string;
}

/**
 * Requires a recent authentication for what grants access as staff: such access outlasts the
 * session, which may have been hijacked. @throws PortalError as `requireRecentAuth`, for staff.
 */
export function requireRecentAuthForStaff(
  { user, now, requestId }: AuthCheck,
  role: User["role"],
): void {
  if (role === "staff") requireRecentAuth(user, now(), requestId);
}

/**
 * @throws PortalError 403 `prove-yourself` if the last authentication is 15 minutes old or older;
 * its `values` say whether to authenticate at the identity provider.
 */
export function requireRecentAuth(
  user: Pick<User, "provedAt" | "atProvider">,
  now: Date,
  requestId: string,
): void {
  if (isRecentlyAuthenticated(user, now)) return;
  const detail = "Your password is needed again: you last entered it 15 minutes ago or more.";
  throw new PortalError("forbidden", detail, requestId, {
    code: "prove-yourself",
    ...(user.atProvider && { values: { at: "provider" } }),
  });
}
