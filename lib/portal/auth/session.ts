import { headers } from "next/headers";
import { notFound, redirect } from "next/navigation";
import { cache } from "react";
import { getSessionId } from "./auth.ts";
import { PATH_HEADER, signInPath } from "../../http/return-path.ts";
import { hasLevel } from "./policy.ts";
import { runtime } from "../runtime.ts";
import { mustSetUpSecondFactor } from "./require-mfa.ts";
import type { Level } from "../db/schema.ts";
import { readSession, type User } from "../db/sessions.ts";

/** By it a page says that somebody touched it within the last minute. */
const ACTIVITY_HEADER = "x-person";

/**
 * Whether somebody asks, rather than a page by itself: a page that is gone to counts, one that is
 * fetched ahead does not; a call counts when its page says that somebody is there. Live streams and
 * what a page reads again and again keep nobody signed in.
 */
export function isUserActivity(headers: Pick<Headers, "get">): boolean {
  if (headers.get(ACTIVITY_HEADER) === "1") return true;
  const isAhead = /prefetch/.test(headers.get("sec-purpose") ?? headers.get("purpose") ?? "");
  return headers.get(PATH_HEADER) !== null && !isAhead;
}

export type { User } from "../db/sessions.ts";

/** Who is signed in, read from the session's row; once per page, on every call of a handler. */
export const currentUser = cache(async (): Promise<User | null> => {
  const byPerson = isUserActivity(await headers());
  return readSession(runtime().db, await getSessionId(), new Date(), byPerson);
});

/** Where a second factor is set up. */
const ACCOUNT = "/account";

/**
 * Who is signed in; someone who is not goes to the sign-in page and comes back. One who has to set
 * up a second factor gets no further than their account.
 */
export async function requireUser(): Promise<User> {
  const user = await currentUser();
  const path = (await headers()).get(PATH_HEADER);
  if (!user) redirect(signInPath(path));
  if (mustSetUpSecondFactor(user) && path !== ACCOUNT) redirect(ACCOUNT);
  return user;
}

/** The member of staff who is signed in; for a customer the page does not exist. */
export async function requireStaff(): Promise<User> {
  const user = await requireUser();
  if (user.role !== "staff") notFound();
  return user;
}

/** Staff of at least this level; for others the page does not exist. */
export async function requireLevel(minimum: Level): Promise<User> {
  const user = await requireUser();
  if (!hasLevel(user, minimum)) notFound();
  return user;
}
