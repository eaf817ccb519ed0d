import { PortalError } from "../context/errors.ts";
import type { User } from "../db/sessions.ts";
import { env } from "../../env.ts";
import type { PortalRoute } from "./portal-routes.ts";

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
