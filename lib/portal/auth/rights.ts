import { PortalError } from "../context/errors.ts";
import { getRequestId } from "../context/request-context.ts";
import { hasLevel } from "./policy.ts";
import type { Right } from "./portal-routes.ts";
import type { User } from "../db/sessions.ts";

type Principal = Pick<User, "role" | "level">;

/** Whether somebody who is signed in has a right. */
export function hasRight(user: Principal, right: Right): boolean {
  if (right === "anyone" || right === "signed-in") return true;
  return right === "customer" ? user.role === "customer" : hasLevel(user, right);
}

/** @throws PortalError 401 for nobody, 403 for somebody without the right. */
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
