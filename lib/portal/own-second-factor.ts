import { runtime } from "./runtime.ts";
import { mustSetUpSecondFactor } from "./second-factor-duty.ts";
import { countRecoveryCodes } from "./store/second-factors.ts";
import type { User } from "./store/sessions.ts";

/** How somebody's second factor stands. */
export async function ownSecondFactor(user: User) {
  return {
    isOn: user.secondFactor,
    isRequired: mustSetUpSecondFactor({ ...user, secondFactor: false }),
    codesLeft: await countRecoveryCodes(runtime().db, user.id),
  };
}
