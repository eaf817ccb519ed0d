import { env } from "../../env.ts";
import { PortalError } from "../context/errors.ts";
import type { PortalRoute } from "./portal-routes.ts";
import type { User } from "../db/sessions.ts";

type Principal = Pick<User, "role" | "secondFactor" | "atProvider">;

/** Routes that are allowed before a required second factor is set up. */
const allowedBefore: ReadonlySet<PortalRoute> = new Set<PortalRoute>([
  "POST /api/account/language",
  "POST /api/account/prove",
  "POST /api/account/second-factor",
  "POST /api/account/second-factor/confirm",
]);

/**
 * Whether the user must set up a second factor first. Users of an identity provider need not: the
 * provider asks for it.
 */
export const mustSetUpSecondFactor = (user: Principal): boolean =>
  env().STAFF_SECOND_FACTOR === "required" &&
  user.role === "staff" &&
  !user.secondFactor &&
  !user.atProvider;

/** @throws PortalError 403 `second-factor-required` if one must be set up first. */
export function requireSecondFactor(
  user: Principal | null,
  requestId: string,
  route?: PortalRoute,
): void {
  if (!user || (route && allowedBefore.has(route)) || !mustSetUpSecondFactor(user)) return;
  const detail = "Set up a second factor on your account page first.";
  throw new PortalError("forbidden", detail, requestId, { code: "second-factor-required" });
}
