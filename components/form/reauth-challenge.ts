import type { Problem } from "@/lib/contract/problem.ts";

/** Where the user reauthenticates: in the portal, or at the identity provider. */
export type ReauthMethod = "here" | "provider";

/** Where a problem requires reauthentication; null when it requires none. */
export function getReauthMethod({ code, values }: Problem): ReauthMethod | null {
  if (code !== "prove-yourself") return null;
  return values?.at === "provider" ? "provider" : "here";
}
