import { PortalError } from "../context/errors.ts";
import type { User } from "../db/sessions.ts";

/** How long a sign-in or a proof counts for what asks for a fresh one, in milliseconds. */
const RECENT_AUTH_MS = 15 * 60_000;

/** Whether somebody showed who they are within the last 15 minutes. */
export const isRecentlyAuthenticated = ({ provedAt }: Pick<User, "provedAt">, now: Date): boolean =>
  now.getTime() - provedAt.getTime() < RECENT_AUTH_MS;

interface AuthCheck {
  user: Pick<User, "provedAt" | "atProvider">;
  now(): Date;
  requestId: string;
}

/**
 * What gives somebody a way in as staff outlasts the session it is done in, so a session that was
 * taken over does not do. @throws PortalError as `requireFreshProof`, where it is about staff.
 */
export function requireRecentAuthForStaff(
  { user, now, requestId }: AuthCheck,
  role: User["role"],
): void {
  if (role === "staff") requireRecentAuth(user, now(), requestId);
}

/**
 * @throws PortalError 403 `prove-yourself` when the last proof is 15 minutes old or older; for who
 * signs in at a provider of identities it says that the proof is given there.
 */
export function requireRecentAuth(
  user: Pick<User, "provedAt" | "atProvider">,
  now: Date,
  requestId: string,
): void {
  if (isRecentlyAuthenticated(user, now)) return;
  const words = "Your password is needed again: you last entered it 15 minutes ago or more.";
  throw new PortalError("forbidden", words, requestId, {
    code: "prove-yourself",
    ...(user.atProvider && { values: { at: "provider" } }),
  });
}
