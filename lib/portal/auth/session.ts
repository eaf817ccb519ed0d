import { headers } from "next/headers";
import { notFound, redirect } from "next/navigation";
import { cache } from "react";
import { getSessionId } from "./auth.ts";
import { PATH_HEADER, signInPath } from "../../http/return-path.ts";
import { hasLevel } from "./policy.ts";
import { runtime } from "../runtime.ts";
import { mustSetUpSecondFactor } from "./recent-auth.ts";
import type { Level } from "../db/schema.ts";
import { readSession, type User } from "../db/sessions.ts";

/** A page sends it while its user was active within the last minute. */
const ACTIVITY_HEADER = "x-person";

/**
 * Whether a request comes from user activity: a page that was navigated to, not one that was
 * prefetched, or a call whose page reports activity. Live streams and polling do not extend a
 * session.
 */
export function isUserActivity(headers: Pick<Headers, "get">): boolean {
  if (headers.get(ACTIVITY_HEADER) === "1") return true;
  const isAhead = /prefetch/.test(headers.get("sec-purpose") ?? headers.get("purpose") ?? "");
  return headers.get(PATH_HEADER) !== null && !isAhead;
}

export type { User } from "../db/sessions.ts";

/** The signed-in user, read from the database once per page and on every call of a handler. */
export const currentUser = cache(async (): Promise<User | null> => {
  const byPerson = isUserActivity(await headers());
  return readSession(runtime().db, await getSessionId(), new Date(), byPerson);
});

/** The page on which a second factor is set up. */
const ACCOUNT = "/account";

/**
 * The signed-in user. Others are redirected to the sign-in page and back; a user who must set up a
 * second factor is redirected to the account page.
 */
export async function requireUser(): Promise<User> {
  const user = await currentUser();
  const path = (await headers()).get(PATH_HEADER);
  if (!user) redirect(signInPath(path));
  if (mustSetUpSecondFactor(user) && path !== ACCOUNT) redirect(ACCOUNT);
  return user;
}

/** The signed-in staff user; for a customer the page does not exist. */
export async function requireStaff(): Promise<User> {
  const user = await requireUser();
  if (user.role !== "staff") notFound();
  return user;
}

/** A staff user of at least this role; for others the page does not exist. */
export async function requireLevel(minimum: Level): Promise<User> {
  const user = await requireUser();
  if (!hasLevel(user, minimum)) notFound();
  return user;
}
