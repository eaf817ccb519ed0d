import type { Problem } from "@/lib/contract/problem.ts";

/** Where a fresh proof of who one is can be given. */
export type ReauthMethod = "here" | "provider";

/** Where a problem asks for a fresh proof; null when it asks for none. */
export function getReauthMethod({ code, values }: Problem): ReauthMethod | null {
  if (code !== "prove-yourself") return null;
  return values?.at === "provider" ? "provider" : "here";
}
