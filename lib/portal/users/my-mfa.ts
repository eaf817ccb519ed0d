import { runtime } from "../runtime.ts";
import { mustSetUpSecondFactor } from "../auth/require-mfa.ts";
import { countRecoveryCodes } from "../db/second-factors.ts";
import type { User } from "../db/sessions.ts";

/** The state of the user's second factor. */
export async function readMySecondFactor(user: User) {
  return {
    isOn: user.secondFactor,
    isRequired: mustSetUpSecondFactor({ ...user, secondFactor: false }),
    codesLeft: await countRecoveryCodes(runtime().db, user.id),
  };
}
