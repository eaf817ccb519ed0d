import { headers } from "next/headers";
import { notFound, redirect } from "next/navigation";
import { cache } from "react";
import { sessionIdHere } from "./auth.ts";
import { isByPerson } from "./user-activity.ts";
import { PATH_HEADER, signInPath } from "../../http/return-path.ts";
import { hasLevel } from "./policy.ts";
import { runtime } from "../runtime.ts";
import { mustSetUpSecondFactor } from "./require-mfa.ts";
import type { Level } from "../db/schema.ts";
import { readSession, type User } from "../db/sessions.ts";

export type { User } from "../db/sessions.ts";

/** Who is signed in, read from the session's row; once per page, on every call of a handler. */
export const currentUser = cache(async (): Promise<User | null> => {
  const byPerson = isByPerson(await headers());
  return readSession(runtime().db, await sessionIdHere(), new Date(), byPerson);
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
export async function requireLevel(least: Level): Promise<User> {
  const user = await requireUser();
  if (!hasLevel(user, least)) notFound();
  return user;
}
