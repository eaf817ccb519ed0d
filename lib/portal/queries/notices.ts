import { controlType } from "../../contract/controls.ts";
import { countUnseen, listNotices, markSeen } from "../db/notices.ts";
import type { User } from "../db/sessions.ts";
import { runtime } from "../runtime.ts";
import { nullOnError } from "./load.ts";

/** The notices of a customer's account; after this they are no longer new. */
export async function readNotices({ id }: User) {
  const { db } = runtime();
  const found = await listNotices(db, id);
  if (found.some(({ seenAt }) => seenAt === null)) await markSeen(db, id, new Date());
  return found.map(({ seenAt, type, ...notice }) => ({
    ...notice,
    type: controlType.parse(type),
    isNew: seenAt === null,
  }));
}

/** How many notices of a customer's account are new; 0 if that cannot be read. */
export const countNewNotices = async ({ id }: User): Promise<number> =>
  (await nullOnError(countUnseen(runtime().db, id))) ?? 0;
