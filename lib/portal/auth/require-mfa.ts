import { env } from "../../env.ts";
import { PortalError } from "../context/errors.ts";
import type { PortalRoute } from "./portal-routes.ts";
import type { User } from "../db/sessions.ts";

type Principal = Pick<User, "role" | "secondFactor" | "atProvider">;

/** What can be done before a second factor is set up where one is required: that, and leaving. */
const allowedBefore: ReadonlySet<PortalRoute> = new Set<PortalRoute>([
  "POST /api/account/language",
  "POST /api/account/prove",
  "POST /api/account/second-factor",
  "POST /api/account/second-factor/confirm",
]);

/**
 * Whether somebody has to set up a second factor before anything else. Who signs in at a provider
 * of identities does not: there it is the provider's to ask for.
 */
export const mustSetUpSecondFactor = (user: Principal): boolean =>
  env().STAFF_SECOND_FACTOR === "required" &&
  user.role === "staff" &&
  !user.secondFactor &&
  !user.atProvider;

/** @throws PortalError 403 `second-factor-required` where one has to be set up first. */
export function requireSecondFactor(
  user: Principal | null,
  requestId: string,
  route?: PortalRoute,
): void {
  if (!user || (route && allowedBefore.has(route)) || !mustSetUpSecondFactor(user)) return;
  const words = "Set up a second factor on your account page first.";
  throw new PortalError("forbidden", words, requestId, { code: "second-factor-required" });
}
