import { getServerSession } from "next-auth";
import { headers } from "next/headers";
import { notFound, redirect } from "next/navigation";
import { cache } from "react";
import { serverAuthOptions } from "./auth.ts";
import { PATH_HEADER, signInPath } from "./next-path.ts";
import { hasLevel } from "./policy.ts";
import { runtime } from "./runtime.ts";
import type { Level } from "./store/schema.ts";
import { readSession, type User } from "./store/sessions.ts";

export type { User } from "./store/sessions.ts";

/** Who is signed in, read from the session's row; once per page, on every call of a handler. */
export const currentUser = cache(async (): Promise<User | null> => {
  const session = (await getServerSession(serverAuthOptions())) as { sid?: unknown } | null;
  return readSession(runtime().db, session?.sid, new Date());
});

/** Who is signed in; someone who is not goes to the sign-in page and comes back. */
export async function requireUser(): Promise<User> {
  const user = await currentUser();
  if (user) return user;
  redirect(signInPath((await headers()).get(PATH_HEADER)));
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
