import { PortalError } from "../context/errors.ts";
import { getRequestId } from "../context/request-context.ts";
import { hasLevel } from "./policy.ts";
import type { Right } from "./portal-routes.ts";
import type { User } from "../db/sessions.ts";

type Principal = Pick<User, "role" | "level">;

/** Whether a signed-in user has a right. */
export function hasRight(user: Principal, right: Right): boolean {
  if (right === "anyone" || right === "signed-in") return true;
  return right === "customer" ? user.role === "customer" : hasLevel(user, right);
}

/** @throws PortalError 401 without a user, 403 for a user without the right. */
export function requireRight(
  user: Principal | null,
  right: Right,
  requestId: string = getRequestId(),
): void {
  if (right === "anyone") return;
  if (!user) throw new PortalError("signed-out", "Sign in first.", requestId);
  if (hasRight(user, right)) return;
  throw new PortalError("forbidden", "Your account may not do this.", requestId);
}
